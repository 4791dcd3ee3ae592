/** A place where a customer picks a parcel up. All are invented. */
export interface PickupPoint {
  id: string
  name: string
  street: string
  streetNumber: string
  postalCode: string
  city: string
}

export const listPickupPoints = (country: string): readonly PickupPoint[] => POINTS_BY_COUNTRY[country] ?? []

const createPoint = (
  id: string,
  name: string,
  street: string,
  streetNumber: string,
  postalCode: string,
  city: string,
): PickupPoint => ({ id, name, street, streetNumber, postalCode, city })

const POINTS_BY_COUNTRY: Record<string, readonly PickupPoint[]> = {
  AT: [
    createPoint('at-1', 'Trafik am Rosenmarkt', 'Rosenmarkt', '4', '1010', 'Wien'),
    createPoint('at-2', 'Buchhandlung Lerche', 'Lerchengasse', '12', '8010', 'Graz'),
  ],
  BE: [
    createPoint('be-1', 'Kiosk De Linde', 'Lindestraat', '8', '2000', 'Antwerpen'),
    createPoint('be-2', 'Librairie du Tilleul', 'Rue du Tilleul', '21', '1000', 'Bruxelles'),
  ],
  DE: [
    createPoint('de-1', 'Kiosk am Rosenplatz', 'Rosenplatz', '3', '10115', 'Berlin'),
    createPoint('de-2', 'Blumen Amsel', 'Amselweg', '17', '20095', 'Hamburg'),
    createPoint('de-3', 'Bücherstube Linde', 'Lindenallee', '9', '80331', 'München'),
  ],
  DK: [
    createPoint('dk-1', 'Kiosken på Hjørnet', 'Rosengade', '5', '1309', 'København K'),
    createPoint('dk-2', 'Blomster Lind', 'Lindevej', '14', '8000', 'Aarhus C'),
  ],
  ES: [
    createPoint('es-1', 'Quiosco del Rosal', 'Calle del Rosal', '6', '28013', 'Madrid'),
    createPoint('es-2', 'Papelería Alondra', 'Carrer de l’Alosa', '18', '08002', 'Barcelona'),
  ],
  FR: [
    createPoint('fr-1', 'Tabac du Tilleul', 'Rue du Tilleul', '11', '75011', 'Paris'),
    createPoint('fr-2', 'Librairie L’Alouette', 'Place de l’Alouette', '2', '69002', 'Lyon'),
  ],
  GB: [
    createPoint('gb-1', 'Rosemary Corner Shop', 'Rosemary Lane', '3', 'BS6 5AD', 'Bristol'),
    createPoint('gb-2', 'Skylark Books', 'Linden Road', '27', 'M4 1HQ', 'Manchester'),
    createPoint('gb-3', 'The Parcel Pantry', 'Orchard Street', '9', 'N1 9GU', 'London'),
  ],
  IE: [
    createPoint('ie-1', 'Rosemary Newsagent', 'Rosemary Street', '4', 'D02 X285', 'Dublin'),
    createPoint('ie-2', 'Skylark Books', 'Linden Quay', '15', 'T12 W8KP', 'Cork'),
  ],
  IT: [
    createPoint('it-1', 'Edicola del Roseto', 'Via del Roseto', '7', '00184', 'Roma'),
    createPoint('it-2', 'Cartoleria Allodola', 'Via dell’Allodola', '13', '20121', 'Milano'),
  ],
  NL: [
    createPoint('nl-1', 'Kiosk De Roos', 'Rozenstraat', '16', '1016 NX', 'Amsterdam'),
    createPoint('nl-2', 'Boekhandel De Leeuwerik', 'Lindelaan', '5', '3511 AB', 'Utrecht'),
  ],
  NO: [
    createPoint('no-1', 'Kiosken på Hjørnet', 'Rosegata', '8', '0150', 'Oslo'),
    createPoint('no-2', 'Lerken Bokhandel', 'Lindeveien', '3', '5003', 'Bergen'),
  ],
  PT: [
    createPoint('pt-1', 'Quiosque do Rosal', 'Rua do Rosal', '10', '1200-109', 'Lisboa'),
    createPoint('pt-2', 'Papelaria Cotovia', 'Rua da Cotovia', '22', '4050-123', 'Porto'),
  ],
  SE: [
    createPoint('se-1', 'Kiosken på Hörnet', 'Rosengatan', '6', '111 22', 'Stockholm'),
    createPoint('se-2', 'Lärkans Bokhandel', 'Lindvägen', '19', '411 05', 'Göteborg'),
  ],
}
