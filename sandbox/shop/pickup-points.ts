/** A place where a customer picks a parcel up. All are invented. */
export interface PickupPoint {
  id: string
  name: string
  street: string
  streetNumber: string
  postalCode: string
  city: string
}

export const listPickupPoints = (country: string): PickupPoint[] =>
  POINTS.filter(([id]) => id.startsWith(`${country.toLowerCase()}-`)).map(
    ([id, name, street, streetNumber, postalCode, city]) => {
      return { id, name, street, streetNumber, postalCode, city }
    },
  )

export const findPickupPoint = (country: string, id: string): PickupPoint | undefined =>
  listPickupPoints(country).find(point => point.id === id)

/** Their ids begin with their countries. */
const POINTS: readonly [
  id: string,
  name: string,
  street: string,
  streetNumber: string,
  postalCode: string,
  city: string,
][] = [
  ['gb-1', 'Rosemary Corner Shop', 'Rosemary Lane', '3', 'BS6 5AD', 'Bristol'],
  ['gb-2', 'Skylark Books', 'Linden Road', '27', 'M4 1HQ', 'Manchester'],
  ['gb-3', 'The Parcel Pantry', 'Orchard Street', '9', 'N1 9GU', 'London'],
]
