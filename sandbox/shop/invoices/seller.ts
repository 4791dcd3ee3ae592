import type { Brand } from '#contract/brands.ts'
import type { InvoiceDocument } from '#contract/invoice-document.ts'

type Seller = InvoiceDocument['seller']

/** Returns the company behind the brand's shop. A demo: the companies do not exist, their VAT ids are well-formed. */
export function getSeller({ name, country, id }: Brand): Seller {
  const { rate: _, legalForm, vatId, ...address } = COMPANY_BY_COUNTRY[country]
  return {
    name: `${name} ${legalForm}`,
    address: { ...address, countryCode: country },
    vatId,
    email: `invoices@${id}.example`,
  }
}

/** Returns the standard rate, in hundredths of a percent. */
export const getVatRate = (country: Brand['country']): number => COMPANY_BY_COUNTRY[country].rate

/** Computes the VAT in a gross amount, rounded half up; `rate` in hundredths of a percent. */
export const computeVat = (gross: number, rate: number) => Math.round((gross * rate) / (10_000 + rate))

interface Company {
  /** Standard rate of VAT, in hundredths of a percent. */
  rate: number
  legalForm: string
  vatId: string
  lines: string[]
  postalCode: string
  city: string
}

const createCompany = (
  rate: number,
  legalForm: string,
  vatId: string,
  [line, postalCode, city]: readonly [line: string, postalCode: string, city: string],
): Company => ({ rate, legalForm, vatId, lines: [line], postalCode, city })

const COMPANY_BY_COUNTRY: Record<Brand['country'], Company> = {
  AT: createCompany(2000, 'GmbH', 'ATU12345675', ['Druckgasse 4', '1070', 'Wien']),
  BE: createCompany(2100, 'BV', 'BE0123456749', ['Drukpersstraat 9', '1000', 'Brussel']),
  DE: createCompany(1900, 'GmbH', 'DE136695976', ['Druckereiweg 12', '10969', 'Berlin']),
  DK: createCompany(2500, 'ApS', 'DK13585628', ['Trykkerivej 3', '2100', 'København']),
  ES: createCompany(2100, 'S.L.', 'ESB58378431', ['Calle de la Imprenta 8', '28012', 'Madrid']),
  FR: createCompany(2000, 'SAS', 'FR40303265045', ['5 rue de l’Imprimerie', '69002', 'Lyon']),
  GB: createCompany(2000, 'Ltd', 'GB980780684', ['1 Print Works', 'BS1 4XX', 'Bristol']),
  IE: createCompany(2300, 'Ltd', 'IE8473625E', ['2 Press Lane', 'D02 X285', 'Dublin']),
  IT: createCompany(2200, 'S.r.l.', 'IT00743110157', ['Via della Stampa 6', '20121', 'Milano']),
  NL: createCompany(2100, 'B.V.', 'NL123456782B12', ['Drukkerijweg 7', '1012 AB', 'Amsterdam']),
  NO: createCompany(2500, 'AS', 'NO995525828MVA', ['Trykkeriveien 2', '0150', 'Oslo']),
  PT: createCompany(2300, 'Lda', 'PT502757191', ['Rua da Tipografia 10', '1200-109', 'Lisboa']),
  SE: createCompany(2500, 'AB', 'SE123456789701', ['Tryckerigatan 5', '111 29', 'Stockholm']),
}
