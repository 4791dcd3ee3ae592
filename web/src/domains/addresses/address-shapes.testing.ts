import type { Country } from '#contract/input/address/country.ts'

/**
 * Shapes of addresses after the public guides of the postal services: street, number, addition, postal code, town, and after
 * ⇒ the printed lines between name and country. '-' instead of a number: 'No number' is chosen.
 */
export const ADDRESS_SHAPES: Readonly<Record<Country, string>> = {
  AT: `
    Rathausplatz | 1 | | 1010 | Wien ⇒ Rathausplatz 1 / 1010 Wien
    Mariahilfer Straße | 45/2/14 | | 1060 | Wien ⇒ Mariahilfer Straße 45/2/14 / 1060 Wien
    Linzer Gasse | 12a | Top 7 | 5020 | Salzburg ⇒ Linzer Gasse 12a, Top 7 / 5020 Salzburg
    Herrengasse | 3 | Stiege 2, Tür 9 | 8010 | Graz ⇒ Herrengasse 3, Stiege 2, Tür 9 / 8010 Graz
    Dorf | 17 | | 6167 | Neustift im Stubaital ⇒ Dorf 17 / 6167 Neustift im Stubaital
    Oberndorf | 112 | | 6322 | Kirchbichl ⇒ Oberndorf 112 / 6322 Kirchbichl
    Postfach 123 | - | | 1011 | Wien ⇒ Postfach 123 / 1011 Wien
    Postfach | 8 | | 6021 | Innsbruck ⇒ Postfach 8 / 6021 Innsbruck
    Neue-Welt-Gasse | 5-7 | | 8600 | Bruck an der Mur ⇒ Neue-Welt-Gasse 5-7 / 8600 Bruck an der Mur
    Kärntner Ring | 5 | b | 1010 | Wien ⇒ Kärntner Ring 5 b / 1010 Wien
    Am Hof | 1 | c/o Gruber | 4020 | Linz ⇒ Am Hof 1, c/o Gruber / 4020 Linz
    Schutzhaus am Sattel | - | | 8992 | Altaussee ⇒ Schutzhaus am Sattel / 8992 Altaussee
    Straße des 8. Mai | 21 | | 9500 | Villach ⇒ Straße des 8. Mai 21 / 9500 Villach
    Hauptplatz | 9 | EG | 7000 | Eisenstadt ⇒ Hauptplatz 9 EG / 7000 Eisenstadt
    Alm Hochleger | - | Post Sölden | 6450 | Sölden ⇒ Alm Hochleger, Post Sölden / 6450 Sölden
    Laxenburger Straße | 365 | Halle A3 | 1230 | Wien ⇒ Laxenburger Straße 365, Halle A3 / 1230 Wien`,
  BE: `
    Wetstraat | 16 | | 1000 | Brussel ⇒ Wetstraat 16 / 1000 Brussel
    Rue de Fer | 42 | bte 7 | 5000 | Namur ⇒ Rue de Fer 42 bte 7 / 5000 Namur
    Veldstraat | 12 | bus 3 | 9000 | Gent ⇒ Veldstraat 12 bus 3 / 9000 Gent
    Rue Haute | 298 | a | 1000 | Bruxelles ⇒ Rue Haute 298 a / 1000 Bruxelles
    Klötzerbahn | 27 | | 4700 | Eupen ⇒ Klötzerbahn 27 / 4700 Eupen
    Postbus 45 | - | | 2000 | Antwerpen ⇒ Postbus 45 / 2000 Antwerpen
    Boîte postale 17 | - | | 6000 | Charleroi ⇒ Boîte postale 17 / 6000 Charleroi
    BP | 122 | | 7000 | Mons ⇒ BP 122 / 7000 Mons
    Ferme du Bois | - | | 6940 | Durbuy ⇒ Ferme du Bois / 6940 Durbuy
    Place Verte | 12/14 | | 6000 | Charleroi ⇒ Place Verte 12/14 / 6000 Charleroi
    Steenweg op Gent | 1024 | bus 0201 | 1082 | Sint-Agatha-Berchem ⇒ Steenweg op Gent 1024 bus 0201 / 1082 Sint-Agatha-Berchem
    Grand’Place | 22 | | 7000 | Mons ⇒ Grand’Place 22 / 7000 Mons
    Vrijdagmarkt | 22-23 | | 2000 | Antwerpen ⇒ Vrijdagmarkt 22-23 / 2000 Antwerpen
    Avenue Louise | 149 | bte 24 | 1050 | Ixelles ⇒ Avenue Louise 149 bte 24 / 1050 Ixelles
    ’t Zand | 34 | | 8000 | Brugge ⇒ ’t Zand 34 / 8000 Brugge
    Zoning industriel | - | Hall 4 | 4040 | Herstal ⇒ Zoning industriel Hall 4 / 4040 Herstal`,
  DE: `
    Kastanienallee | 26 | | 10435 | Berlin ⇒ Kastanienallee 26 / 10435 Berlin
    Kastanienallee | 26 | Hinterhaus | 10435 | Berlin ⇒ Kastanienallee 26, Hinterhaus / 10435 Berlin
    Hauptstraße | 5 | a | 69117 | Heidelberg ⇒ Hauptstraße 5 a / 69117 Heidelberg
    Hauptstraße | 5 ½ | | 69117 | Heidelberg ⇒ Hauptstraße 5 ½ / 69117 Heidelberg
    Q7 | 24 | | 68161 | Mannheim ⇒ Q7 24 / 68161 Mannheim
    Straße des 17. Juni | 135 | | 10623 | Berlin ⇒ Straße des 17. Juni 135 / 10623 Berlin
    Postfach 10 11 12 | - | | 60001 | Frankfurt am Main ⇒ Postfach 10 11 12 / 60001 Frankfurt am Main
    Postfach | 34 56 | | 53111 | Bonn ⇒ Postfach 34 56 / 53111 Bonn
    Packstation | 145 | 12345678 | 04103 | Leipzig ⇒ Packstation 145, 12345678 / 04103 Leipzig
    Große Bleiche | 61-63 | | 55116 | Mainz ⇒ Große Bleiche 61-63 / 55116 Mainz
    Auf dem Sand | 7 | Haus Seeblick | 25980 | Sylt ⇒ Auf dem Sand 7, Haus Seeblick / 25980 Sylt
    Hallig Hooge Hanswarft | - | | 25859 | Hallig Hooge ⇒ Hallig Hooge Hanswarft / 25859 Hallig Hooge
    Forsthaus Tannengrund | - | | 37444 | Sankt Andreasberg ⇒ Forsthaus Tannengrund / 37444 Sankt Andreasberg
    Karl-Liebknecht-Straße | 12 | c/o Familie Öztürk | 04107 | Leipzig ⇒ Karl-Liebknecht-Straße 12, c/o Familie Öztürk / 04107 Leipzig
    Unter den Linden | 77 | 3. OG links | 10117 | Berlin ⇒ Unter den Linden 77, 3. OG links / 10117 Berlin
    Im Dorf | 3c | | 99998 | Weinbergen ⇒ Im Dorf 3c / 99998 Weinbergen`,
  DK: `
    Nyhavn | 17 | | 1051 | København K ⇒ Nyhavn 17 / 1051 København K
    Nyhavn | 17 | 2. tv. | 1051 | København K ⇒ Nyhavn 17, 2. tv. / 1051 København K
    Refsnæsgade | 43 | st. th. | 2200 | København N ⇒ Refsnæsgade 43, st. th. / 2200 København N
    Store Torv | 4, 3. mf | | 3700 | Rønne ⇒ Store Torv 4, 3. mf / 3700 Rønne
    Skibhusvej | 52 B | lejl. 4 | 5000 | Odense C ⇒ Skibhusvej 52 B, lejl. 4 / 5000 Odense C
    Postboks 45 | - | | 8100 | Aarhus C ⇒ Postboks 45 / 8100 Aarhus C
    Postboks | 1234 | | 0900 | København C ⇒ Postboks 1234 / 0900 København C
    Mandø Byvej | 4 | | 6760 | Ribe ⇒ Mandø Byvej 4 / 6760 Ribe
    Sankt Peders Stræde | 45A | kld. | 1453 | København K ⇒ Sankt Peders Stræde 45A, kld. / 1453 København K
    Havnegade | 39 | c/o Sørensen | 1058 | København K ⇒ Havnegade 39, c/o Sørensen / 1058 København K
    Fisketorvet | 4-6 | 1. sal | 2630 | Taastrup ⇒ Fisketorvet 4-6, 1. sal / 2630 Taastrup
    Øster Allé | 50 | Tårn D | 2100 | København Ø ⇒ Øster Allé 50, Tårn D / 2100 København Ø
    Hjelm Fyr | - | | 8400 | Ebeltoft ⇒ Hjelm Fyr / 8400 Ebeltoft
    Gl. Kongevej | 60 | 14. | 1850 | Frederiksberg C ⇒ Gl. Kongevej 60 14. / 1850 Frederiksberg C
    Algade | 21 | | 9000 | Aalborg ⇒ Algade 21 / 9000 Aalborg
    Nordmarksvej | 9 | Hal 2 | 7190 | Billund ⇒ Nordmarksvej 9, Hal 2 / 7190 Billund`,
  ES: `
    Calle Mayor | 12 | 3.º izda. | 28013 | Madrid ⇒ Calle Mayor 12, 3.º izda. / 28013 Madrid
    Calle de Bailén | s/n | | 28071 | Madrid ⇒ Calle de Bailén s/n / 28071 Madrid
    Plaza del Obradoiro | - | | 15705 | Santiago de Compostela ⇒ Plaza del Obradoiro / 15705 Santiago de Compostela
    Apartado de Correos 1234 | - | | 28080 | Madrid ⇒ Apartado de Correos 1234 / 28080 Madrid
    Apartado | 77 | | 08080 | Barcelona ⇒ Apartado 77 / 08080 Barcelona
    Carretera N-340 | km 85,3 | | 11380 | Tarifa ⇒ Carretera N-340 km 85,3 / 11380 Tarifa
    Polígono Industrial Sur | parcela 14 | nave 3 | 03009 | Alicante ⇒ Polígono Industrial Sur parcela 14, nave 3 / 03009 Alicante
    Passeig de Gràcia | 92 | àtic 2a | 08008 | Barcelona ⇒ Passeig de Gràcia 92, àtic 2a / 08008 Barcelona
    Carrer Major | 7 | esc. A, 1r 2a | 25001 | Lleida ⇒ Carrer Major 7, esc. A, 1r 2a / 25001 Lleida
    Caserío Etxe Handi | - | | 20216 | Ormaiztegi ⇒ Caserío Etxe Handi / 20216 Ormaiztegi
    Cortijo El Olivar | - | | 29400 | Ronda ⇒ Cortijo El Olivar / 29400 Ronda
    Lugar de Outeiro | 8 | | 27568 | Carballedo ⇒ Lugar de Outeiro 8 / 27568 Carballedo
    Calle 13 | 4 | urb. La Moraleja | 28109 | Alcobendas ⇒ Calle 13 4, urb. La Moraleja / 28109 Alcobendas
    Calle Mayor | 12 | bis | 50001 | Zaragoza ⇒ Calle Mayor 12 bis / 50001 Zaragoza
    Plaza de África | 1 | | 51001 | Ceuta ⇒ Plaza de África 1 / 51001 Ceuta
    Rúa da Raíña | 22 | 1.º | 15702 | Santiago de Compostela ⇒ Rúa da Raíña 22 1.º / 15702 Santiago de Compostela`,
  FR: `
    Rue de Rivoli | 99 | | 75001 | Paris ⇒ 99 Rue de Rivoli / 75001 Paris
    Boulevard de la Croisette | 7 | bis | 06400 | Cannes ⇒ 7 bis Boulevard de la Croisette / 06400 Cannes
    Rue de la République | 2B | Résidence Les Lilas | 84000 | Avignon ⇒ Résidence Les Lilas / 2B Rue de la République / 84000 Avignon
    Rue des Fleurs | 25 | Entrée A Bâtiment Jonquille | 33500 | Libourne ⇒ Entrée A Bâtiment Jonquille / 25 Rue des Fleurs / 33500 Libourne
    Lieu-dit Les Granges | - | | 24220 | Vézac ⇒ Lieu-dit Les Granges / 24220 Vézac
    Le Village | - | | 82500 | Auterive ⇒ Le Village / 82500 Auterive
    Les Hauts Champs | - | Route de Bresse | 71330 | Simard ⇒ Route de Bresse / Les Hauts Champs / 71330 Simard
    BP 90432 | - | | 44004 | Nantes Cedex 1 ⇒ BP 90432 / 44004 Nantes Cedex 1
    BP | 90432 | | 44004 | Nantes Cedex 1 ⇒ BP 90432 / 44004 Nantes Cedex 1
    CS 70001 | - | | 59040 | Lille Cedex ⇒ CS 70001 / 59040 Lille Cedex
    TSA | 12345 | | 75900 | Paris Cedex 15 ⇒ TSA 12345 / 75900 Paris Cedex 15
    Place Bellecour | 12 ter | digicode 45B1 | 69002 | Lyon ⇒ digicode 45B1 / 12 ter Place Bellecour / 69002 Lyon
    Quai des Chartrons | 112-114 | | 33000 | Bordeaux ⇒ 112-114 Quai des Chartrons / 33000 Bordeaux
    Mas de la Lauze | - | Chemin des Vignes | 30700 | Uzès ⇒ Chemin des Vignes / Mas de la Lauze / 30700 Uzès
    Rue du Moulin | 4 | chez Mme Perrin | 20137 | Porto-Vecchio ⇒ chez Mme Perrin / 4 Rue du Moulin / 20137 Porto-Vecchio
    Route Nationale 7 | 1250 | | 83600 | Fréjus ⇒ 1250 Route Nationale 7 / 83600 Fréjus`,
  GB: `
    High Street | 1 | | BS1 4DJ | Bristol ⇒ 1 High Street / Bristol / BS1 4DJ
    Rosemary Lane | 12 | Flat 3 | BS6 5AD | Bristol ⇒ Flat 3 / 12 Rosemary Lane / Bristol / BS6 5AD
    Alma Vale Road | Flat 3, 48 | | BS8 2HS | Bristol ⇒ Flat 3, 48 Alma Vale Road / Bristol / BS8 2HS
    Abbey Green | Rose Cottage | | BA1 1NW | Bath ⇒ Rose Cottage Abbey Green / Bath / BA1 1NW
    Main Street | | The Old Rectory | LE14 3AB | Melton Mowbray ⇒ The Old Rectory / Main Street / Melton Mowbray / LE14 3AB
    PO Box | 123 | | NE1 4LP | Newcastle upon Tyne ⇒ PO Box 123 / Newcastle upon Tyne / NE1 4LP
    PO Box 4567 | | | M60 1AA | Manchester ⇒ PO Box 4567 / Manchester / M60 1AA
    Bishopsgate | 110 | Level 30 | EC2N 4AY | London ⇒ Level 30 / 110 Bishopsgate / London / EC2N 4AY
    Loch Promenade | Sea View | | IM1 2EN | Douglas ⇒ Sea View Loch Promenade / Douglas / IM1 2EN
    Croft 7 Balmeanach | | | IV51 9NH | Portree ⇒ Croft 7 Balmeanach / Portree / IV51 9NH
    Royal Mile | 221B | 2/1 | EH1 1PE | Edinburgh ⇒ 221B 2/1 Royal Mile / Edinburgh / EH1 1PE
    Heol y Bont | 9 | | LL57 2BX | Bangor ⇒ 9 Heol y Bont / Bangor / LL57 2BX
    Antrim Road | 35-37 | | BT15 2BG | Belfast ⇒ 35-37 Antrim Road / Belfast / BT15 2BG
    Trading Estate | Unit 7 | | LS11 5TD | Leeds ⇒ Unit 7 Trading Estate / Leeds / LS11 5TD
    St Thomas’ Street | Guy’s Tower | 4th Floor | SE1 9RT | London ⇒ 4th Floor / Guy’s Tower St Thomas’ Street / London / SE1 9RT
    Barrack Block 4 | | | BFPO 61 | BFPO ⇒ Barrack Block 4 / BFPO / BFPO 61`,
  IE: `
    Rathgar Avenue | 27 | | D06 F8R9 | Dublin 6 ⇒ 27 Rathgar Avenue / Dublin 6 / D06 F8R9
    Merrion Street Upper | | Government Buildings | D02 R583 | Dublin 2 ⇒ Government Buildings / Merrion Street Upper / Dublin 2 / D02 R583
    Main Street | Apt 5, Mill House | | | Dingle ⇒ Apt 5, Mill House Main Street / Dingle
    Inis Mór | | | | Kilronan ⇒ Inis Mór / Kilronan
    Ballymakeera | Teach Bán | | P12 X2H3 | Macroom ⇒ Teach Bán Ballymakeera / Macroom / P12 X2H3
    Patrick Street | 12-14 | | T12 W8KE | Cork ⇒ 12-14 Patrick Street / Cork / T12 W8KE
    Eyre Square | 3A | | H91 TK80 | Galway ⇒ 3A Eyre Square / Galway / H91 TK80
    PO Box | 37 | | D04 C932 | Dublin 4 ⇒ PO Box 37 / Dublin 4 / D04 C932
    P.O. Box 104 | | | T23 AT2P | Cork ⇒ P.O. Box 104 / Cork / T23 AT2P
    Ardee Road | Woodlands | | A91 VY60 | Dundalk ⇒ Woodlands Ardee Road / Dundalk / A91 VY60
    Sir John Rogerson’s Quay | 70 | Riverside Two | D02 R296 | Dublin 2 ⇒ Riverside Two / 70 Sir John Rogerson’s Quay / Dublin 2 / D02 R296
    Bóthar na Trá | Radharc na Mara | | | An Spidéal ⇒ Radharc na Mara Bóthar na Trá / An Spidéal
    Castle Street | Unit 4 | Retail Park | F92 VK27 | Letterkenny ⇒ Retail Park / Unit 4 Castle Street / Letterkenny / F92 VK27
    Church Hill | 9 | | Y35 WK28 | Wexford ⇒ 9 Church Hill / Wexford / Y35 WK28
    Gortnahoe | | | E41 X2K7 | Thurles ⇒ Gortnahoe / Thurles / E41 X2K7
    Harold’s Cross Road | 154 | a | D6W CY91 | Dublin 6W ⇒ 154 a Harold’s Cross Road / Dublin 6W / D6W CY91`,
  IT: `
    Via Roma | 12 | | 20121 | Milano ⇒ Via Roma 12 / 20121 Milano
    Piazza del Duomo | 14 | scala B | 20122 | Milano MI ⇒ Piazza del Duomo 14, scala B / 20122 Milano MI
    Sestiere Cannaregio | 2040/A | | 30121 | Venezia ⇒ Sestiere Cannaregio 2040/A / 30121 Venezia
    Contrada Serralonga | snc | | 92020 | Racalmuto ⇒ Contrada Serralonga snc / 92020 Racalmuto
    Contrada Serralonga | - | | 92020 | Racalmuto ⇒ Contrada Serralonga / 92020 Racalmuto
    Casella postale 123 | - | | 00187 | Roma ⇒ Casella postale 123 / 00187 Roma
    Casella Postale | 45 | | 10121 | Torino ⇒ Casella Postale 45 / 10121 Torino
    Strada Statale 16 | km 12 | | 61032 | Fano ⇒ Strada Statale 16 km 12 / 61032 Fano
    Via Garibaldi | 9/r | int. 4 | 16124 | Genova ⇒ Via Garibaldi 9/r, int. 4 / 16124 Genova
    Via Torino | 1 | bis | 10121 | Torino ⇒ Via Torino 1 bis / 10121 Torino
    Frazione Villair | 26 | | 11013 | Courmayeur AO ⇒ Frazione Villair 26 / 11013 Courmayeur AO
    Località Poggio | - | podere Le Rose | 53024 | Montalcino SI ⇒ Località Poggio, podere Le Rose / 53024 Montalcino SI
    Bahnhofstraße | 8 | | 39100 | Bozen ⇒ Bahnhofstraße 8 / 39100 Bozen
    Via dell’Università | 7 | presso Rossi | 35122 | Padova ⇒ Via dell’Università 7, presso Rossi / 35122 Padova
    Via Toledo | 185 | 3° piano | 80134 | Napoli ⇒ Via Toledo 185, 3° piano / 80134 Napoli
    Via Sant’Angelo | 3-5 | | 40124 | Bologna ⇒ Via Sant’Angelo 3-5 / 40124 Bologna`,
  NL: `
    Dam | 1 | | 1012 JS | Amsterdam ⇒ Dam 1 / 1012 JS Amsterdam
    Keizersgracht | 324 | hs | 1016 EZ | Amsterdam ⇒ Keizersgracht 324 hs / 1016 EZ Amsterdam
    1e Jan Steenstraat | 84 | II | 1072 NM | Amsterdam ⇒ 1e Jan Steenstraat 84 II / 1072 NM Amsterdam
    Prinsengracht | 263 | 267 | 1016 GV | Amsterdam ⇒ Prinsengracht 263 267 / 1016 GV Amsterdam
    ’s-Gravelandseweg | 59A | | 1211 BR | Hilversum ⇒ ’s-Gravelandseweg 59A / 1211 BR Hilversum
    Plein 1944 | 2 | | 6511 JC | Nijmegen ⇒ Plein 1944 2 / 6511 JC Nijmegen
    Postbus | 20017 | | 2500 EA | Den Haag ⇒ Postbus 20017 / 2500 EA Den Haag
    Postbus 99 | - | | 1000 AB | Amsterdam ⇒ Postbus 99 / 1000 AB Amsterdam
    Antwoordnummer 1234 | - | | 3500 VB | Utrecht ⇒ Antwoordnummer 1234 / 3500 VB Utrecht
    Woonboot Zeeburgerkade | 1210 | ws | 1019 VC | Amsterdam ⇒ Woonboot Zeeburgerkade 1210 ws / 1019 VC Amsterdam
    Dorpsstraat | 12 | c/o De Vries | 1791 AA | Den Burg ⇒ Dorpsstraat 12, c/o De Vries / 1791 AA Den Burg
    Lange Voorhout | 74-76 | | 2514 EH | Den Haag ⇒ Lange Voorhout 74-76 / 2514 EH Den Haag
    Coolsingel | 40 | bis | 3011 AD | Rotterdam ⇒ Coolsingel 40 bis / 3011 AD Rotterdam
    Hoofdweg | 1A | to 7 | 9671 GA | Winschoten ⇒ Hoofdweg 1A, to 7 / 9671 GA Winschoten
    Fort bij Krommeniedijk | - | | 1562 RA | Krommenie ⇒ Fort bij Krommeniedijk / 1562 RA Krommenie
    Dr. van Deenweg | 130 | | 8025 BK | Zwolle ⇒ Dr. van Deenweg 130 / 8025 BK Zwolle`,
  NO: `
    Karl Johans gate | 22 | | 0026 | Oslo ⇒ Karl Johans gate 22 / 0026 Oslo
    Øvre Slottsgate | 14B | H0302 | 0157 | Oslo ⇒ Øvre Slottsgate 14B, H0302 / 0157 Oslo
    Kirkegata | 4 | A | 2609 | Lillehammer ⇒ Kirkegata 4 A / 2609 Lillehammer
    Postboks | 1 | Youngstorget | 0028 | Oslo ⇒ Postboks 1 Youngstorget / 0028 Oslo
    Postboks 1200 Sentrum | - | | 0107 | Oslo ⇒ Postboks 1200 Sentrum / 0107 Oslo
    Postboks 250 Nydalen | - | | 0411 | Oslo ⇒ Postboks 250 Nydalen / 0411 Oslo
    Åsgården | - | | 6894 | Vangsnes ⇒ Åsgården / 6894 Vangsnes
    Utsira fyr | - | | 5547 | Utsira ⇒ Utsira fyr / 5547 Utsira
    Nordre Fjell gård | - | | 2940 | Heggenes ⇒ Nordre Fjell gård / 2940 Heggenes
    Preikestolvegen | 521 | | 4100 | Jørpeland ⇒ Preikestolvegen 521 / 4100 Jørpeland
    Storgata | 27 | leilighet 4 | 8300 | Svolvær ⇒ Storgata 27, leilighet 4 / 8300 Svolvær
    Torggata | 1-3 | | 2317 | Hamar ⇒ Torggata 1-3 / 2317 Hamar
    Vei 500 | 12 | | 9170 | Longyearbyen ⇒ Vei 500 12 / 9170 Longyearbyen
    Nedre Strandgate | 3 | c/o Berg | 4005 | Stavanger ⇒ Nedre Strandgate 3, c/o Berg / 4005 Stavanger
    Håkon VIIs gate | 5 | | 0161 | Oslo ⇒ Håkon VIIs gate 5 / 0161 Oslo
    Flåmsdalsvegen | 18 | | 5743 | Flåm ⇒ Flåmsdalsvegen 18 / 5743 Flåm`,
  PT: `
    Rua Augusta | 12 | 3.º Esq. | 1100-053 | Lisboa ⇒ Rua Augusta 12, 3.º Esq. / 1100-053 Lisboa
    Praça do Império | s/n | | 1400-206 | Lisboa ⇒ Praça do Império s/n / 1400-206 Lisboa
    Quinta da Fonte | - | | 2710-567 | Sintra ⇒ Quinta da Fonte / 2710-567 Sintra
    Lugar do Souto | - | | 4970-100 | Arcos de Valdevez ⇒ Lugar do Souto / 4970-100 Arcos de Valdevez
    Apartado 123 | - | | 1101-801 | Lisboa ⇒ Apartado 123 / 1101-801 Lisboa
    Apartado | 42 | | 8001-901 | Faro ⇒ Apartado 42 / 8001-901 Faro
    Monte da Azinheira | - | Caixa Postal 214 | 7800-642 | Beja ⇒ Monte da Azinheira, Caixa Postal 214 / 7800-642 Beja
    Rua de Santa Catarina | 112 r/c | | 4000-442 | Porto ⇒ Rua de Santa Catarina 112 r/c / 4000-442 Porto
    Rua D. Diogo de Sousa | 91-95 | | 4700-422 | Braga ⇒ Rua D. Diogo de Sousa 91-95 / 4700-422 Braga
    Estrada Nacional 125 | km 98 | | 8135-000 | Almancil ⇒ Estrada Nacional 125 km 98 / 8135-000 Almancil
    Avenida da Liberdade | 185 | 2.º Dto. | 1269-050 | Lisboa ⇒ Avenida da Liberdade 185, 2.º Dto. / 1269-050 Lisboa
    Bairro das Flores | Bloco C, 2.º B | | 6000-001 | Castelo Branco ⇒ Bairro das Flores Bloco C, 2.º B / 6000-001 Castelo Branco
    Travessa da Espera | 29A | cave | 1200-176 | Lisboa ⇒ Travessa da Espera 29A, cave / 1200-176 Lisboa
    Rua do Açúcar | 76 | a/c Silva | 1950-009 | Lisboa ⇒ Rua do Açúcar 76, a/c Silva / 1950-009 Lisboa
    Urbanização do Sol | Lote 7 | | 8200-001 | Albufeira ⇒ Urbanização do Sol Lote 7 / 8200-001 Albufeira
    Rua da Sé | 140 | | 9700-191 | Angra do Heroísmo ⇒ Rua da Sé 140 / 9700-191 Angra do Heroísmo`,
  SE: `
    Drottninggatan | 71A | | 111 36 | Stockholm ⇒ Drottninggatan 71A / 111 36 Stockholm
    Drottninggatan | 71A | lgh 1102 | 111 36 | Stockholm ⇒ Drottninggatan 71A lgh 1102 / 111 36 Stockholm
    Box 7763 | - | | 103 96 | Stockholm ⇒ Box 7763 / 103 96 Stockholm
    Box | 7763 | | 103 96 | Stockholm ⇒ Box 7763 / 103 96 Stockholm
    Sankt Eriks torg | 10 | 3 tr | 753 10 | Uppsala ⇒ Sankt Eriks torg 10 3 tr / 753 10 Uppsala
    Byn | 12 | | 930 90 | Arjeplog ⇒ Byn 12 / 930 90 Arjeplog
    Norrgården | - | | 792 90 | Sollerön ⇒ Norrgården / 792 90 Sollerön
    Abisko Turiststation | - | | 981 07 | Abisko ⇒ Abisko Turiststation / 981 07 Abisko
    Pl 2145 | - | | 821 92 | Bollnäs ⇒ Pl 2145 / 821 92 Bollnäs
    Lilla Näs | - | | 590 40 | Kisa ⇒ Lilla Näs / 590 40 Kisa
    Djurgårdsvägen | 68 | c/o Åberg | 115 21 | Stockholm ⇒ Djurgårdsvägen 68 c/o Åberg / 115 21 Stockholm
    Rosengatan | 3:2 | | 302 42 | Halmstad ⇒ Rosengatan 3:2 / 302 42 Halmstad
    Sjögatan | 4 | B | 392 33 | Kalmar ⇒ Sjögatan 4 B / 392 33 Kalmar
    Kyrkogatan | 15-17 | | 222 22 | Lund ⇒ Kyrkogatan 15-17 / 222 22 Lund
    Norra Hamngatan | 12 | nb | 411 14 | Göteborg ⇒ Norra Hamngatan 12 nb / 411 14 Göteborg
    Svartsö Östra | - | | 130 34 | Svartsö ⇒ Svartsö Östra / 130 34 Svartsö`,
}
