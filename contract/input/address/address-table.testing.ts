import type { Country } from './country.ts'

/** A real address: street | number | addition | postal code as typed | city | phone → postal code in its spelling. */
export const REAL_ADDRESSES: Readonly<Record<Country, string>> = {
  AT: `
    Stephansplatz | 3 | | 1010 | Wien | +43 1 515520 → 1010
    Schönbrunner Schloßstraße | 47-49 | | A-1130 | Wien | 01 81113 239 → 1130
    Praterstern | 1/2/14 | | AT-1020 | Wien | 0660 1234567 → 1020
    Linzer Straße | 12/3/Top 4 | | A 1140 | Wien | 0043 1 9141234 → 1140
    Getreidegasse | 9 | 2. Stock | 5020 | Salzburg | +43 662 844313 → 5020
    Herrengasse | 16 | Landhaus | 8010 | Graz | 0316 8770 → 8010
    Maria-Theresien-Straße | 18 | | 6020 | Innsbruck | 0512 5360 → 6020
    Hauptplatz | 1-5 | | 4020 | Linz | 0732 7070 → 4020
    Platz der Wiener Symphoniker | 1 | | 6900 | Bregenz | 05574 4130 → 6900
    Neuer Platz | 1 | | 9010 | Klagenfurt am Wörthersee | 0463 5370 → 9010
    Esterházyplatz | 5 | | 7000 | Eisenstadt | 02682 63854 → 7000
    Rathausplatz | 1 | | 3100 | St. Pölten | 02742 333-0 → 3100
    Seestraße | 169 | | 4830 | Hallstatt | 06134 8208 → 4830
    Hirschegg | 18 | | 6992 | Hirschegg | 05517 5114 → 6992
    Pasterzenhaus | 7 | | 9844 | Heiligenblut am Großglockner | 04824 2001 → 9844
    Kirchberg | 81 | Haus Alpenblick | 6365 | Kirchberg in Tirol | 057507 2000 → 6365
    Abt-Karl-Straße | 22a | Stiege 2 | 3390 | Melk | 02752 555 → 3390
    Mariahilfer Straße | 1c | Tür 7 | 1060 | Wien | +43-1-5812345 → 1060
    Kapuzinerberg | 14 | c/o Huber | 5020 | Salzburg | 0662 872233 → 5020
    Ballhausplatz | 2 |  | 1010 | Wien | +43 1 531150 → 1010`,
  BE: `
    Rue de la Loi | 16 | | 1000 | Bruxelles | +32 2 501 02 11 → 1000
    Wetstraat | 16 | | B-1000 | Brussel | 02 501 02 11 → 1000
    Grand-Place | 1 | | BE-1000 | Bruxelles | 02 279 22 11 → 1000
    Groenplaats | 21 | bus 3 | 2000 | Antwerpen | 03 213 99 51 → 2000
    Korenmarkt | 16 | bus 201 | 9000 | Gent | 09 210 10 10 → 9000
    Markt | 7 | | 8000 | Brugge | 050 44 87 11 → 8000
    Oude Markt | 45A | | 3000 | Leuven | 016 20 30 20 → 3000
    Place Saint-Lambert | 18 | boîte 2 | 4000 | Liège | 04 220 20 20 → 4000
    Avenue de l’Atomium | 1 | | 1020 | Laeken | 02 475 47 75 → 1020
    Rue de Fer | 42 | bte 7 | 5000 | Namur | 081 24 60 00 → 5000
    Grote Markt | 34 | | 8900 | Ieper | 057 23 92 20 → 8900
    Leopold II-laan | 1 | | 8670 | Koksijde | 058 51 10 12 → 8670
    Rue Haute | 298a | | 1000 | Bruxelles | 0475 12 34 56 → 1000
    Klötzerbahn | 27 | | 4700 | Eupen | 087 55 34 50 → 4700
    Hauptstraße | 54 | | 4780 | Sankt Vith | 080 28 01 30 → 4780
    Grand’Place | 22 | | 7000 | Mons | 065 40 53 25 → 7000
    ’t Zand | 34 | | 8000 | Brugge | +32-50-47-69-99 → 8000
    Place Verte | 12/14 | étage 3 | 6000 | Charleroi | 071 86 61 11 → 6000
    Drève des Croisettes | 5 | | 6850 | Paliseul | 0032 61 53 32 20 → 6850
    Vrijdagmarkt | 22-23 | | 2000 | Antwerpen | 03 221 14 50 → 2000`,
  DE: `
    Platz der Republik | 1 | | 11011 | Berlin | +49 30 2270 → 11011
    Kastanienallee | 26 | Hinterhaus | D-10435 | Berlin | +49 30 901820 → 10435
    Theaterplatz | 2 | | 01067 | Dresden | 0351 49110 → 01067
    Q7 | 24 | | 68161 | Mannheim | 0621 2932 000 → 68161
    Straße des 17. Juni | 135 | | DE-10623 | Berlin | 030 3140 → 10623
    Domkloster | 4 | | 50667 | Köln | 0221 92584720 → 50667
    Marienplatz | 8 | Zi. 12 | 80331 | München | 089 23300 → 80331
    Platz der Deutschen Einheit | 4 | | 20457 | Hamburg | 040 35766666 → 20457
    Römerberg | 23-27 | | 60311 | Frankfurt am Main | 069 21201 → 60311
    Neuschwansteinstraße | 20 | | 87645 | Schwangau | 08362 93988-0 → 87645
    Am Markt | 21 | | 28195 | Bremen | 0421 3610 → 28195
    Hauptstraße | 5 ½ | | 69117 | Heidelberg | 06221 5840 → 69117
    Karl-Liebknecht-Straße | 12a | c/o Familie Öztürk | 04107 | Leipzig | 0341 1230 → 04107
    An der Frauenkirche | 5 | | D 01067 | Dresden | 0351 65606100 → 01067
    Auf dem Sand | 7 | Haus Seeblick | 25980 | Sylt | 04651 8510 → 25980
    Im Dorf | 3c | | 99998 | Weinbergen | 03601 4520 → 99998
    Unter den Linden | 77 | 3. OG links | 10117 | Berlin | 0170 1234567 → 10117
    Große Bleiche | 61-63 | | 55116 | Mainz | 06131 120 → 55116
    Münsterplatz | 21 | | 89073 | Ulm | 0731 1610 → 89073
    Königsallee | 1 | Etage 4 | 40212 | Düsseldorf | 0211 8991 → 40212`,
  DK: `
    Rådhuspladsen | 1 | | 1550 | København V | +45 33 66 33 66 → 1550
    Vesterbrogade | 3 | | DK-1630 | København V | 33 15 10 01 → 1630
    Nyhavn | 17 | 2. tv. | 1051 | København K | 33 12 54 19 → 1051
    Christiansborg Slotsplads | 1 | | 1218 | København K | 3337 5500 → 1218
    Refsnæsgade | 43 | st. th. | 2200 | København N | 20 12 34 56 → 2200
    Aros Allé | 2 | | 8000 | Aarhus C | 87 30 66 00 → 8000
    Nordmarksvej | 9 | | 7190 | Billund | 75 33 13 33 → 7190
    Brandts Torv | 1 | | 5000 | Odense C | 65 20 70 00 → 5000
    Kronborg | 2C | | 3000 | Helsingør | 49 21 30 78 → 3000
    Kirkevej | 21 | | 9990 | Skagen | 98 44 13 71 → 9990
    Gammel Strandvej | 13 | | DK 3050 | Humlebæk | 49 19 07 19 → 3050
    Fisketorvet | 4-6 | 1. sal | 0800 | Høje Taastrup | 70 10 20 30 → 0800
    Store Torv | 4, 3. mf | | 3700 | Rønne | 56 95 95 00 → 3700
    Sankt Peders Stræde | 45A | kld. | 1453 | København K | +4533121212 → 1453
    Domkirkestræde | 10 | | 4000 | Roskilde | 46 35 58 14 → 4000
    Skibhusvej | 52 B | lejl. 4 | 5000 | Odense C | 66 12 13 14 → 5000
    Mandø Byvej | 4 | | 6760 | Ribe | 75 44 51 07 → 6760
    Øster Allé | 50 | Tårn D | 2100 | København Ø | 35 43 31 31 → 2100
    Havnegade | 39 | c/o Sørensen | 1058 | København K | 0045 33 11 22 33 → 1058
    Algade | 21 | | 9000 | Aalborg | 98-12-34-56 → 9000`,
  ES: `
    Calle de Bailén | s/n | Palacio Real | 28071 | Madrid | +34 914 54 87 00 → 28071
    Paseo del Prado | 8 | 3.º izda. | 28014 | Madrid | 913 30 28 00 → 28014
    Carrer de Mallorca | 401 | | 08013 | Barcelona | 932 08 04 14 → 08013
    Passeig de Gràcia | 92 | àtic 2a | 08008 | Barcelona | 932 14 25 76 → 08008
    Calle Real de la Alhambra | S/N | | 18009 | Granada | 958 02 79 71 → 18009
    Avenida Abandoibarra | 2 | | 48009 | Bilbao | 944 35 90 00 → 48009
    Plaza del Obradoiro | s.n. | | 15705 | Santiago de Compostela | 981 56 93 27 → 15705
    Calle Mayor | 12 bis | bajo B | E-50001 | Zaragoza | 976 20 12 00 → 50001
    Carretera N-340 | km 85,3 | | 11380 | Tarifa | 956 68 40 00 → 11380
    Avenida de la Constitución | s/nº | | 41004 | Sevilla | 902 09 96 92 → 41004
    Calle 13 | 4 | urb. La Moraleja | 28109 | Alcobendas | 600 123 456 → 28109
    Carrer Major | 7 | esc. A, 1r 2a | 25001 | Lleida | 973 70 03 00 → 25001
    Plaça de la Reina | 15-17 | pta. 9 | 46001 | València | 963 15 39 31 → 46001
    Rúa da Raíña | 22 | 1.º | ES-15702 | Santiago de Compostela | +34-981-55-51-29 → 15702
    Paseo de la Concha | 6 | | 20007 | Donostia | 943 48 11 66 → 20007
    Camino de Ronda | 101, 5.º C | | 18003 | Granada | 0034 958 25 00 00 → 18003
    Calle de Triana | 60 | | 35002 | Las Palmas de Gran Canaria | 928 44 60 00 → 35002
    Polígono Industrial Sur | parcela 14 | nave 3 | 03009 | Alicante | 965 17 88 12 → 03009
    Plaza de África | 1 | | 51001 | Ceuta | 956 52 82 00 → 51001
    Calle Convento | 2 | | 07001 | Palma | 971 22 59 00 → 07001`,
  FR: `
    Avenue Gustave Eiffel | 5 | | 75007 | Paris | +33 8 92 70 12 39 → 75007
    Rue du Faubourg Saint-Honoré | 55 | | F-75008 | Paris | 01 42 92 81 00 → 75008
    Rue de Rivoli | 99 | esc. B, 3e étage | FR-75001 | Paris | 01 40 20 53 17 → 75001
    Boulevard de la Croisette | 7 bis | | 06400 | Cannes | 04 93 39 01 01 → 06400
    Place Bellecour | 12 ter | digicode 45B1 | 69002 | Lyon | 04 72 77 69 69 → 69002
    La Canebière | 17 | | 13001 | Marseille | 04 91 14 52 00 → 13001
    Place du Capitole | 1 | | 31000 | Toulouse | 05 61 22 29 22 → 31000
    Quai des Chartrons | 112-114 | | 33000 | Bordeaux | 05 56 00 66 00 → 33000
    Rue de la République | 2B | résidence Les Lilas | 84000 | Avignon | 06 12 34 56 78 → 84000
    Place de la Cathédrale | 1 | | 67000 | Strasbourg | 03 88 21 43 34 → 67000
    Grande Rue | 24 | Le Mont | 50170 | Le Mont-Saint-Michel | 02 33 89 80 00 → 50170
    Cours Napoléon | 37 | | 20000 | Ajaccio | 04 95 51 52 53 → 20000
    Rue Victor Hugo | 1 | BP 40123 | 97200 | Fort-de-France | 05 96 60 48 59 → 97200
    Hameau de Bisanne | 128 | | 73270 | Villard-sur-Doron | 04 79 38 10 40 → 73270
    Rue Sainte-Catherine | 9 | c/o Mme Lefèvre | 33000 | Bordeaux | 07 00 00 00 01 → 33000
    Place d’Armes | 1 | | 78000 | Versailles | 0033 1 30 83 78 00 → 78000
    Allée de l’Île-Gloriette | 3 | appt. 12 | 44000 | Nantes | 02-40-41-90-00 → 44000
    Rue de l’Œillet | 18 | | 29200 | Brest | 02 98 00 80 80 → 29200
    Chemin des Écoliers | 4, lot 7 | | 38000 | Grenoble | 04 76 76 36 36 → 38000
    Rue Solférino | 3 | | 59000 | Lille | 03 20 49 50 00 → 59000`,
  GB: `
    Downing Street | 10 | | SW1A 2AA | London | 020 7925 0918 → SW1A 2AA
    Alma Vale Road | Flat 3, 48 | | BS8 2HS | Bristol | 07700 900142 → BS8 2HS
    Rosemary Lane | Rose Cottage | | bs6 5ad | Bristol | 07700 900142 → BS6 5AD
    High Street | The Old Schoolhouse | | OX49 5EY | Watlington | 01491 612345 → OX49 5EY
    Buckingham Palace Road | | Buckingham Palace | SW1A1AA | London | +44 20 7930 4832 → SW1A 1AA
    Great Russell Street | | The British Museum | WC1B 3DG | London | 020 7323 8000 → WC1B 3DG
    Baker Street | 221B | | NW1 6XE | London | 020 7224 3688 → NW1 6XE
    Castlehill | | Edinburgh Castle | EH1 2NG | Edinburgh | 0131 225 9846 → EH1 2NG
    Deansgate | Apartment 4102, Beetham Tower | | M3 4LT | Manchester | 0161 496 0000 → M3 4LT
    Albert Square | 1-3 | | M60 2LA | Manchester | 0161 234 5000 → M60 2LA
    Cathedral Road | 12a | Ground floor | CF11 9LJ | Cardiff | 029 2018 0000 → CF11 9LJ
    Donegall Square South | | City Hall | BT1 5GS | Belfast | 028 9032 0202 → BT1 5GS
    Ffordd y Brenin | Tŷ Gwyn | | LL57 1AA | Bangor | 01248 370000 → LL57 1AA
    Dundas Street | 2/1, 14 | | G1 2AQ | Glasgow | 0141 496 0123 → G1 2AQ
    Bridle Road | | Girobank | GIR0AA | Bootle | 0151 928 8181 → GIR 0AA
    Sandhurst Lane | Block 7 | | BFPO57 | BFPO | 0345 769 7978 → BFPO 57
    Smith Street | La Petite Maison | | GY1 2JG | St Peter Port | 01481 700000 → GY1 2JG
    Royal Square | 4 | | JE2 4WA | St Helier | 01534 440000 → JE2 4WA
    Loch Promenade | Sea View | | IM1-2EN | Douglas | 01624 640000 → IM1 2EN
    Bishopsgate | 110 | Level 30 | EC2N 4AY | London | 0044 20 7946 0000 → EC2N 4AY`,
  IE: `
    Merrion Street Upper | | Government Buildings | D02 R583 | Dublin 2 | +353 1 619 4000 → D02 R583
    College Green | | Trinity College | d02pn40 | Dublin 2 | 01 896 1000 → D02 PN40
    O’Connell Street Lower | | GPO | D01 F5P2 | Dublin 1 | 01 705 7600 → D01 F5P2
    Harold’s Cross Road | 154 | | D6W CY91 | Dublin 6W | 01 497 0000 → D6W CY91
    Patrick Street | 12-14 | | T12 W8KE | Cork | 021 427 2000 → T12 W8KE
    Eyre Square | 3A | | H91 TK80 | Galway | 091 564 000 → H91 TK80
    Ballymakeera | Teach Bán | | P12 X2H3 | Macroom | 026 45000 → P12 X2H3
    Main Street | Apt 5, Mill House | | | Dingle | 066 915 1188 →
    Inis Mór | | | | Kilronan | 099 61263 →
    The Mall | | Reginald’s Tower | X91 K7FC | Waterford | 051 304 220 → X91 K7FC
    Nicholas Street | | King John’s Castle | V94 FX25 | Limerick | 061 370 500 → V94 FX25
    Rathgar Avenue | 27 | | D06 F8R9 | Dublin 6 | 087 123 4567 → D06 F8R9
    Strand Road | Cois Farraige | | F91 XR12 | Sligo | 071 914 1000 → F91 XR12
    Castle Street | Unit 4 | Letterkenny Retail Park | F92 VK27 | Letterkenny | 074 912 1000 → F92 VK27
    Barrack Lane | 1 | | R95 W9TH | Kilkenny | 056 770 4106 → R95 W9TH
    Grafton Street | 78-79 | 3rd floor | D02K330 | Dublin 2 | 01-672-8000 → D02 K330
    Ardee Road | Woodlands | | A91-VY60 | Dundalk | 042 933 5500 → A91 VY60
    Church Hill | 9 | | Y35 WK28 | Wexford | 053 919 6000 → Y35 WK28
    Bóthar na Trá | Radharc na Mara | | | An Spidéal | 091 553 000 →
    Sir John Rogerson’s Quay | 70 | Riverside Two | D02 R296 | Dublin 2 | 00353 1 232 2000 → D02 R296`,
  IT: `
    Piazza del Colosseo | 1 | | 00184 | Roma | +39 06 3996 7700 → 00184
    Piazza San Marco | 328 | | 30124 | Venezia | 041 270 8311 → 30124
    Sestiere Cannaregio | 2040/A | | I-30121 | Venezia | 041 524 4119 → 30121
    Contrada Serralonga | snc | | 92020 | Racalmuto | 0922 948 111 → 92020
    Via Provinciale | s.n.c. | | 84017 | Positano | 089 812 2535 → 84017
    Strada Statale 16 | km 12 | | 61032 | Fano | 0721 887 1 → 61032
    Via Roma | 12 rosso | | 16121 | Genova | 010 557 111 → 16121
    Via Garibaldi | 9/r | int. 4 | 16124 | Genova | 010 557 2193 → 16124
    Piazza del Duomo | 14 | scala B | IT-20122 | Milano | 02 7202 2656 → 20122
    Via Toledo | 185 | 3° piano | 80134 | Napoli | 081 425 011 → 80134
    Via XX Settembre | 1 bis | | 10121 | Torino | 011 442 1111 → 10121
    Località Poggio | SN | podere Le Rose | 53024 | Montalcino | 0577 848 246 → 53024
    Piazzale degli Uffizi | 6 | | 50122 | Firenze | 055 294 883 → 50122
    Via dell’Università | 7 | c/o Rossi | 35122 | Padova | 340 123 4567 → 35122
    Corso Umberto I | 45 | | 98039 | Taormina | 0942 610 111 → 98039
    Bahnhofstraße | 8 | | 39100 | Bozen | 0471 997 111 → 39100
    Via Sant’Angelo | 3-5 | | 40124 | Bologna | 051 219 3111 → 40124
    Piazza dei Miracoli | 17 | | 56126 | Pisa | 0039 050 835 011 → 56126
    Frazione Villair | 26 | | 11013 | Courmayeur | 0165-831-311 → 11013
    Via Nazionale | 172 | CP 31 | 09124 | Cagliari | 070 677 1 → 09124`,
  NL: `
    Dam | 1 | | 1012 JS | Amsterdam | +31 20 522 6161 → 1012 JS
    Prinsengracht | 263 | 267 | 1016gv | Amsterdam | 020 556 7105 → 1016 GV
    Museumstraat | 1 | | NL-1071 XX | Amsterdam | 020 674 7000 → 1071 XX
    Keizersgracht | 324 | hs | 1016 EZ | Amsterdam | 020 123 4567 → 1016 EZ
    Binnenhof | 19 | | 2513-AA | Den Haag | 070 318 2211 → 2513 AA
    Plein 1944 | 2 | 3e etage | 6511 JC | Nijmegen | 024 329 9000 → 6511 JC
    Coolsingel | 40 | bis | 3011 AD | Rotterdam | 14 010 00 → 3011 AD
    ’s-Gravelandseweg | 59A | | 1211 BR | Hilversum | 035 629 2111 → 1211 BR
    1e Jan Steenstraat | 84 | II | 1072 NM | Amsterdam | 06 1234 5678 → 1072 NM
    Domplein | 29 | | 3512 JE | Utrecht | 030 236 0010 → 3512 JE
    Vrijthof | 47 | | 6211 LE | Maastricht | 043 350 5000 → 6211 LE
    Grote Markt | 1 | | 9712 HN | Groningen | 050 367 9111 → 9712 HN
    Waterlooplein | 2 | t.o. | 1011 PG | Amsterdam | 020 551 8117 → 1011 PG
    Woonboot Zeeburgerkade | 1210 ws | | 1019 VC | Amsterdam | 0031 20 419 0000 → 1019 VC
    Dorpsstraat | 12 | c/o De Vries | 1791 AA | Den Burg | 0222 314 741 → 1791 AA
    Postbus | 20017 | | 2500 EA | Den Haag | 070-314-0111 → 2500 EA
    Lange Voorhout | 74-76 | | 2514EH | Den Haag | 070 427 7730 → 2514 EH
    IJsselkade | 4 | | 8261 AC | Kampen | 038 339 2999 → 8261 AC
    Hoofdweg | 1A 7 | | 9671 GA | Winschoten | 0597 481 000 → 9671 GA
    Dr. van Deenweg | 130 | | 8025 BK | Zwolle | 038 454 7000 → 8025 BK`,
  NO: `
    Slottsplassen | 1 | | 0010 | Oslo | +47 22 04 87 00 → 0010
    Karl Johans gate | 22 | | NO-0026 | Oslo | 23 31 30 50 → 0026
    Kirsten Flagstads plass | 1 | | N-0150 | Oslo | 21 42 21 21 → 0150
    Bryggen | 17 | | 5003 | Bergen | 55 30 80 30 → 5003
    Kongsgårdsgata | 2 | | 7013 | Trondheim | 73 53 91 60 → 7013
    Hans Nilsens veg | 41 | | 9020 | Tromsø | 77 75 34 40 → 9020
    Nordkapp | 1 | Nordkapphallen | 9764 | Nordkapp | 78 47 68 60 → 9764
    Vei 500 | 12 | | 9170 | Longyearbyen | 79 02 26 00 → 9170
    Postboks | 1 | Youngstorget | 0028 | Oslo | 22 00 00 00 → 0028
    Øvre Slottsgate | 14B | H0302 | 0157 | Oslo | 400 12 345 → 0157
    Håkon VIIs gate | 5 | | 0161 | Oslo | 22-83-00-00 → 0161
    Storgata | 27 | leilighet 4 | 8300 | Svolvær | 76 07 05 75 → 8300
    Preikestolvegen | 521 | | 4100 | Jørpeland | 51 74 20 74 → 4100
    Flåmsdalsvegen | 18 | | 5743 | Flåm | 57 63 21 00 → 5743
    Apotekergata | 16 | | 6004 | Ålesund | 70 10 49 70 → 6004
    Åveien | 5 | Stockfish museum | 8392 | Sørvågen | 76 09 14 88 → 8392
    Nedre Strandgate | 3 | c/o Berg | 4005 | Stavanger | 004751500000 → 4005
    Kirkegata | 4 A | | 2609 | Lillehammer | 61 05 00 00 → 2609
    Torggata | 1-3 | | 2317 | Hamar | 62 53 33 00 → 2317
    Gunnar Nilsens vei | 7 | | N 1606 | Fredrikstad | 69 30 60 00 → 1606`,
  PT: `
    Praça do Comércio | 1 | | 1100-148 | Lisboa | +351 21 031 2700 → 1100-148
    Praça do Império | s/n | Mosteiro | 1400206 | Lisboa | 21 362 0034 → 1400-206
    Rua Augusta | 12, 3.º Esq. | | 1100-053 | Lisboa | 21 340 0000 → 1100-053
    Rua das Carmelitas | 144 | | P-4050-161 | Porto | 22 200 2037 → 4050-161
    Avenida da Liberdade | 185 | 2.º Dto. | PT-1269-050 | Lisboa | 21 311 0400 → 1269-050
    Rua de Santa Catarina | 112 r/c | | 4000-442 | Porto | 22 200 3975 → 4000-442
    Largo da Porta Férrea | S/N | | 3000-447 | Coimbra | 239 859 900 → 3000-447
    Parque da Pena | s/n.º | | 2710-609 | Sintra | 21 923 7300 → 2710-609
    Lote 7 Urbanização do Sol | 7 | | 8200-001 | Albufeira | 289 599 500 → 8200-001
    Avenida Arriaga | 16 | | 9000-064 | Funchal | 291 211 902 → 9000-064
    Rua da Sé | 140 | | 9700-191 | Angra do Heroísmo | 295 214 000 → 9700-191
    Estrada Nacional 125 | km 98 | | 8135-000 | Almancil | 289 390 000 → 8135-000
    Travessa da Espera | 29A | cave | 1200-176 | Lisboa | 912 345 678 → 1200-176
    Rua Direita | 50 | | 2510-001 | Óbidos | 262 955 500 → 2510-001
    Praça do Giraldo | 73 | | 7000-508 | Évora | 266 777 071 → 7000-508
    Rua D. Diogo de Sousa | 91-95 | | 4700-422 | Braga | 253 203 150 → 4700-422
    Quinta da Regaleira | 5 | | 2710 567 | Sintra | 00351 219 106 650 → 2710-567
    Bairro das Flores | Bloco C, 2.º B | | 6000-001 | Castelo Branco | 272-330-330 → 6000-001
    Rua do Açúcar | 76 | a/c Silva | 1950-009 | Lisboa | 21 868 0000 → 1950-009
    Largo do Paço | 2 | | 1000205 | Lisboa | 21 000 0000 → 1000-205`,
  SE: `
    Slottsbacken | 1 | | 111 30 | Stockholm | +46 8 402 60 00 → 111 30
    Galärvarvsvägen | 14 | | 11521 | Stockholm | 08 519 548 80 → 115 21
    Drottninggatan | 71A | lgh 1102 | SE-111 36 | Stockholm | 08-700 12 34 → 111 36
    Götaplatsen | 6 | | S-412 56 | Göteborg | 031 368 35 00 → 412 56
    Stortorget | 2 | | 211 22 | Malmö | 040 34 10 00 → 211 22
    Sankt Eriks torg | 10 | 3 tr | 753 10 | Uppsala | 018 727 00 00 → 753 10
    Marknadsvägen | 63 | | 981 91 | Jukkasjärvi | 0980 668 00 → 981 91
    Box | 7763 | | 103 96 | Stockholm | 08 555 109 00 → 103 96
    Byn | 12 | | 930 90 | Arjeplog | 0961 140 00 → 930 90
    Sjögatan | 4 B | | 392 33 | Kalmar | 0480 45 00 00 → 392 33
    Strandgatan | 14 | | 621 56 | Visby | 0498 29 27 00 → 621 56
    Rådhusesplanaden | 6 C | | 903 28 | Umeå | 090 16 10 00 → 903 28
    Kyrkogatan | 15-17 | | 222 22 | Lund | 046 35 50 00 → 222 22
    Ö Vallgatan | 8 | | 371 31 | Karlskrona | 0455 30 30 00 → 371 31
    Djurgårdsvägen | 68 | c/o Åberg | 115 21 | Stockholm | 070 123 45 67 → 115 21
    Norra Hamngatan | 12 nb | | 411 14 | Göteborg | 031-61 25 00 → 411 14
    Kullagatan | 8 | | 252 20 | Helsingborg | 042 10 50 00 → 252 20
    Rosengatan | 3:2 | | 302 42 | Halmstad | 035 13 70 00 → 302 42
    Abisko | 42 | Turiststation | 981 07 | Abisko | 0046980402000 → 981 07
    Ekshäradsgatan | 201 | | 123 46 | Farsta | 08 508 18 000 → 123 46`,
}

/** Invalid values by field: each makes exactly that field of a valid address refused. */
const ANYWHERE = `
  street: A
  street: Main <b>
  city:
  firstName: Anna;
  phoneNumber: 07700 (0) 90
  phoneNumber: 12345`

export const WRONG_FIELDS: Readonly<Record<Country, string>> = {
  AT: `${ANYWHERE}
    postalCode: 101
    postalCode: 10100
    postalCode: D-1010
    streetNumber: -`,
  BE: `${ANYWHERE}
    postalCode: 100
    postalCode: 1000 AB
    streetNumber: bus
    streetNumber:`,
  DE: `${ANYWHERE}
    postalCode: 1011
    postalCode: 1043S
    streetNumber: –
    streetNumber: o. Nr.`,
  DK: `${ANYWHERE}
    postalCode: 155
    postalCode: SE-1550
    streetNumber: st. tv.
    streetNumber:`,
  ES: `${ANYWHERE}
    postalCode: 2807
    postalCode: 280711
    streetNumber: casa
    streetNumber:`,
  FR: `${ANYWHERE}
    postalCode: 7500
    postalCode: 2A004
    streetNumber: bis
    streetNumber:`,
  GB: `${ANYWHERE}
    postalCode: BS8 2H
    postalCode: BS8 2CC
    postalCode: 10115
    postalCode:`,
  IE: `${ANYWHERE}
    postalCode: D02 X28
    postalCode: D02 X28O
    postalCode: Dublin 2
    postalCode: BT1 5GS`,
  IT: `${ANYWHERE}
    postalCode: 184
    postalCode: 0018A
    streetNumber: scala B
    streetNumber:`,
  NL: `${ANYWHERE}
    postalCode: 1012
    postalCode: 1012 SS
    postalCode: 0012 AB
    streetNumber: hs`,
  NO: `${ANYWHERE}
    postalCode: 10
    postalCode: 01500
    streetNumber: A
    streetNumber:`,
  PT: `${ANYWHERE}
    postalCode: 1000
    postalCode: 1100-14
    streetNumber: Esq.
    streetNumber: r/c`,
  SE: `${ANYWHERE}
    postalCode: 1113
    postalCode: 111 300
    streetNumber: lgh
    streetNumber:`,
}
