import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawInvoice } from './draw-invoice.ts'
import { createFormats } from './formats.ts'
import { createSampleInvoices } from './sample-invoices.testing.ts'
import { renderInvoiceXml } from './xml/invoice-xml.ts'

/*
 * Other programs judge the samples: Debian's qpdf, poppler-utils, libxml2-utils and libsaxonhe-java, where they are
 * installed. Schema and rules of EN 16931 are not ours to publish: EN16931_ARTEFACTS names a checkout of
 * github.com/ConnectingEurope/eInvoicing-EN16931 (EUPL 1.2).
 */
const artefacts = process.env.EN16931_ARTEFACTS
const SAXON = '/usr/share/java/Saxon-HE.jar'
const run = promisify(execFile)
const has = (program: string, ...args: string[]) => spawnSync(program, args).status !== null
const hasSaxon = has('java', '-version') && existsSync(SAXON)

const samples = createSampleInvoices()
let folder: string
const pathOf = (i: number, ending: 'pdf' | 'xml') =>
  join(folder, ending, `${String(i).padStart(2, '0')}.${ending}`)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keepsake-invoices-'))
  for (const name of ['pdf', 'xml', 'wrong']) await mkdir(join(folder, name))
  for (const [i, { invoice, brand }] of samples.entries()) {
    await writeFile(pathOf(i, 'pdf'), drawInvoice(invoice, brand))
    await writeFile(pathOf(i, 'xml'), renderInvoiceXml(invoice))
  }
})

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('AA-084 other programs accept the invoices', () => {
  test.skipIf(!has('qpdf', '--version'))('AA-084 qpdf finds no error (needs qpdf)', async () => {
    for (const i of samples.keys()) {
      const { stdout } = await run('qpdf', ['--check', pathOf(i, 'pdf')])
      expect(stdout).toContain('No syntax or stream encoding errors found')
    }
  })

  test.skipIf(!has('pdfdetach', '-v'))('AA-084 pdfdetach saves the XML (needs poppler-utils)', async () => {
    for (const i of samples.keys()) {
      const to = join(folder, 'detached.xml')
      await run('pdfdetach', ['-savefile', 'factur-x.xml', '-o', to, pathOf(i, 'pdf')])
      expect(await readFile(to, 'utf8')).toBe(await readFile(pathOf(i, 'xml'), 'utf8'))
    }
  })

  test.skipIf(!has('pdftotext', '-v'))(
    'AA-084 pdftotext extracts the total (needs poppler-utils)',
    async () => {
      for (const [i, { invoice }] of samples.entries()) {
        const { stdout } = await run('pdftotext', ['-layout', pathOf(i, 'pdf'), '-'])
        expect(plain(stdout)).toContain(plain(createFormats(invoice).money(invoice.totals.gross)))
      }
    },
  )

  test.skipIf(!artefacts || !has('xmllint', '--version'))(
    'AA-084 the XML is valid by the schema D16B (needs EN16931_ARTEFACTS and xmllint)',
    async () => {
      const schema = join(
        artefacts!,
        'cii/schema/D16B SCRDM (Subset)/uncoupled clm/CII/uncefact/data/standard/CrossIndustryInvoice_100pD16B.xsd',
      )
      const files = [...samples.keys()].map(i => pathOf(i, 'xml'))
      const { stderr } = await run('xmllint', ['--noout', '--nonet', '--schema', schema, ...files])
      expect(stderr.match(/ validates$/gm)).toHaveLength(60)
    },
  )

  test.skipIf(!artefacts || !hasSaxon)(
    'AA-084 no rule of EN 16931 fails, and a wrong total breaks BR-CO-15 (needs EN16931_ARTEFACTS and libsaxonhe-java)',
    async () => {
      const reports = await validate('xml')
      expect(reports).toHaveLength(60)
      expect(reports.flatMap(failedRules)).toEqual([])
      const fired = reports.map(report => report.match(/<svrl:fired-rule/g)?.length ?? 0)
      expect(Math.min(...fired)).toBeGreaterThan(50)

      const right = await readFile(pathOf(0, 'xml'), 'utf8')
      const wrong = right.replace(/(GrandTotalAmount>)\d/, '$19')
      await writeFile(join(folder, 'wrong', 'wrong.xml'), wrong)
      expect((await validate('wrong')).flatMap(failedRules)).toContain('BR-CO-15')
    },
  )
})

const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, ' ')

/** The reports by the official rules for each file of a folder, made in one run of Java. */
async function validate(name: 'xml' | 'wrong'): Promise<string[]> {
  const rules = join(artefacts!, 'cii/xslt/EN16931-CII-validation.xslt')
  const to = join(folder, `${name}-reports`)
  await mkdir(to)
  await run('java', [
    '-cp',
    SAXON,
    'net.sf.saxon.Transform',
    `-s:${join(folder, name)}`,
    `-xsl:${rules}`,
    `-o:${to}`,
  ])
  return Promise.all((await readdir(to)).map(file => readFile(join(to, file), 'utf8')))
}

/** Ids of the rules that a report says failed, warnings included. */
const failedRules = (report: string) =>
  [...report.matchAll(/<svrl:failed-assert[^>]*?\sid="([^"]+)"/g)].map(([, id]) => id!)
