/** A place where a customer picks a parcel up. All are invented. */
export interface PickupPoint {
  id: string
  name: string
  street: string
  streetNumber: string
  postalCode: string
  city: string
}

export const listPickupPoints = (country: string): readonly PickupPoint[] => POINTS[country] ?? []

const point = (
  id: string,
  name: string,
  street: string,
  streetNumber: string,
  postalCode: string,
  city: string,
): PickupPoint => ({ id, name, street, streetNumber, postalCode, city })

const POINTS: Record<string, readonly PickupPoint[]> = {
  AT: [
    point('at-1', 'Trafik am Rosenmarkt', 'Rosenmarkt', '4', '1010', 'Wien'),
    point('at-2', 'Buchhandlung Lerche', 'Lerchengasse', '12', '8010', 'Graz'),
  ],
  BE: [
    point('be-1', 'Kiosk De Linde', 'Lindestraat', '8', '2000', 'Antwerpen'),
    point('be-2', 'Librairie du Tilleul', 'Rue du Tilleul', '21', '1000', 'Bruxelles'),
  ],
  DE: [
    point('de-1', 'Kiosk am Rosenplatz', 'Rosenplatz', '3', '10115', 'Berlin'),
    point('de-2', 'Blumen Amsel', 'Amselweg', '17', '20095', 'Hamburg'),
    point('de-3', 'Bücherstube Linde', 'Lindenallee', '9', '80331', 'München'),
  ],
  DK: [
    point('dk-1', 'Kiosken på Hjørnet', 'Rosengade', '5', '1309', 'København K'),
    point('dk-2', 'Blomster Lind', 'Lindevej', '14', '8000', 'Aarhus C'),
  ],
  ES: [
    point('es-1', 'Quiosco del Rosal', 'Calle del Rosal', '6', '28013', 'Madrid'),
    point('es-2', 'Papelería Alondra', 'Carrer de l’Alosa', '18', '08002', 'Barcelona'),
  ],
  FR: [
    point('fr-1', 'Tabac du Tilleul', 'Rue du Tilleul', '11', '75011', 'Paris'),
    point('fr-2', 'Librairie L’Alouette', 'Place de l’Alouette', '2', '69002', 'Lyon'),
  ],
  GB: [
    point('gb-1', 'Rosemary Corner Shop', 'Rosemary Lane', '3', 'BS6 5AD', 'Bristol'),
    point('gb-2', 'Skylark Books', 'Linden Road', '27', 'M4 1HQ', 'Manchester'),
    point('gb-3', 'The Parcel Pantry', 'Orchard Street', '9', 'N1 9GU', 'London'),
  ],
  IE: [
    point('ie-1', 'Rosemary Newsagent', 'Rosemary Street', '4', 'D02 X285', 'Dublin'),
    point('ie-2', 'Skylark Books', 'Linden Quay', '15', 'T12 W8KP', 'Cork'),
  ],
  IT: [
    point('it-1', 'Edicola del Roseto', 'Via del Roseto', '7', '00184', 'Roma'),
    point('it-2', 'Cartoleria Allodola', 'Via dell’Allodola', '13', '20121', 'Milano'),
  ],
  NL: [
    point('nl-1', 'Kiosk De Roos', 'Rozenstraat', '16', '1016 NX', 'Amsterdam'),
    point('nl-2', 'Boekhandel De Leeuwerik', 'Lindelaan', '5', '3511 AB', 'Utrecht'),
  ],
  NO: [
    point('no-1', 'Kiosken på Hjørnet', 'Rosegata', '8', '0150', 'Oslo'),
    point('no-2', 'Lerken Bokhandel', 'Lindeveien', '3', '5003', 'Bergen'),
  ],
  PT: [
    point('pt-1', 'Quiosque do Rosal', 'Rua do Rosal', '10', '1200-109', 'Lisboa'),
    point('pt-2', 'Papelaria Cotovia', 'Rua da Cotovia', '22', '4050-123', 'Porto'),
  ],
  SE: [
    point('se-1', 'Kiosken på Hörnet', 'Rosengatan', '6', '111 22', 'Stockholm'),
    point('se-2', 'Lärkans Bokhandel', 'Lindvägen', '19', '411 05', 'Göteborg'),
  ],
}
