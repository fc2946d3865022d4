import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Outbound } from '../outbound/fetch.ts'
import { areCurrent, parseEcbRates, type Rates } from './convert.ts'

export const ECB_URL = 'https://www.ecb.europa.eu'
const DAILY_PATH = '/stats/eurofxref/eurofxref-daily.xml'
const FILE_NAME = 'ecb-rates.xml'
const DEADLINE_MS = 15_000
const MAX_BYTES = 200_000

export type RatesSourceOptions = {
  readonly outbound: Outbound
  readonly dataDir: string
  readonly now: () => number
  /** Origin of a mirror, possibly in the operator's network; absent: the ECB. */
  readonly baseUrl?: string
}

/** `failed`: the last valid rates stay in use until they are too old. */
export type Refresh = 'newer' | 'same' | 'failed'

/** The daily reference rates: the last valid file, replaced by newer ones. There are no built-in rates. */
export type RatesSource = {
  /** Undefined until a file has been read, and when the last valid one is too old. */
  current(): Rates | undefined
  /** Never throws. */
  refresh(signal?: AbortSignal): Promise<Refresh>
}

export async function openRatesSource(options: RatesSourceOptions): Promise<RatesSource> {
  const file = join(options.dataDir, FILE_NAME)
  const url = new URL(DAILY_PATH, options.baseUrl ?? ECB_URL)
  const privateHosts = url.origin === ECB_URL ? [] : [url.host]
  let rates = await readRates(file)

  async function fetchRates(signal: AbortSignal | undefined): Promise<{ xml: string; rates: Rates } | undefined> {
    const response = await options.outbound.fetch(url.href, {
      deadlineMs: DEADLINE_MS,
      maxBytes: MAX_BYTES,
      maxRedirects: 2,
      privateHosts,
      ...(signal === undefined ? {} : { signal }),
    })
    const xml = new TextDecoder().decode(response.body)
    const read = response.status === 200 ? parseEcbRates(xml) : undefined
    return read === undefined || !areCurrent(read, options.now()) ? undefined : { xml, rates: read }
  }

  return {
    current: () => (rates !== undefined && areCurrent(rates, options.now()) ? rates : undefined),
    async refresh(signal) {
      try {
        const fetched = await fetchRates(signal)
        if (fetched === undefined) return 'failed'
        if (rates !== undefined && fetched.rates.day <= rates.day) return 'same'
        rates = fetched.rates
        await writeWhole(options.dataDir, file, fetched.xml)
        return 'newer'
      } catch {
        return 'failed'
      }
    },
  }
}

async function readRates(file: string): Promise<Rates | undefined> {
  try {
    return parseEcbRates(await readFile(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** Writes a temporary file first, so that a crash leaves either the old or the new content. */
async function writeWhole(dataDir: string, file: string, text: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  await writeFile(`${file}.new`, text)
  await rename(`${file}.new`, file)
}
