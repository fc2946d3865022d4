import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { distanceKm } from '../../contract/distance.ts'
import { FoundPlace } from '../../contract/location.ts'
import { mergePostalCodes, readPostalCodes, writePostalCodes } from '../../server/location/import.ts'
import { openPostalCodes, POSTAL_CODES_FILE, seedPostalCodes } from '../../server/location/postalCodes.ts'
import { SEED_CITIES } from '../../server/location/seedCities.ts'
import { SEED_REGIONS } from '../../server/location/seedRegions.ts'

const seed = seedPostalCodes()

describe('the seed', () => {
  test.each(['10115', ' 10115 ', '10 115', 'D-10115', 'd-10115', 'DE 10115', 'D10115'])('knows Berlin as "%s"', (zip) => {
    expect(seed.find(zip)).toEqual({
      zip: '10115',
      country: 'DE',
      name: 'Berlin',
      state: 'Berlin',
      lat: 52.532,
      lon: 13.385,
      precision: 'exact',
    })
  })

  test('answers an unknown code by its region', () => {
    expect(seed.find('50670')).toMatchObject({ zip: '50670', name: 'Köln', precision: 'region' })
    expect(seed.find('8055', 'CH')).toMatchObject({ country: 'CH', name: 'Zürich', precision: 'region' })
  })

  test('a masked code is its region', () => {
    expect(seed.find('508**')).toMatchObject({ zip: '508**', country: 'DE', name: 'Köln', precision: 'region' })
    expect(seed.find('508**')).not.toHaveProperty('candidates')
    expect(seed.find('60***', 'DE')).toMatchObject({ zip: '60***', name: 'Frankfurt am Main', precision: 'region' })
  })

  test('four digits are tried in Austria, Switzerland and Liechtenstein', () => {
    expect(seed.find('6900')).toMatchObject({
      country: 'AT',
      name: 'Bregenz',
      candidates: [{ zip: '6900', country: 'CH', name: 'Lugano' }],
    })
    expect(seed.find('8001')).toMatchObject({ country: 'CH', name: 'Zürich', precision: 'exact' })
    expect(seed.find('9490')).toMatchObject({ country: 'LI', name: 'Vaduz' })
    expect(seed.find('6900', 'CH')).toMatchObject({ name: 'Lugano' })
    expect(seed.find('6900', 'CH')).not.toHaveProperty('candidates')
    expect(seed.find('A-6900')).toMatchObject({ country: 'AT', name: 'Bregenz' })
    expect(seed.find('FL-9490')).toMatchObject({ country: 'LI' })
  })

  test.each([
    ['00000'],
    ['05555'],
    ['abc'],
    [''],
    ['1'],
    ['123456'],
    ['10115', 'AT'],
    ['1010', 'DE'],
    ['10115', 'JP'],
    ['*****'],
    ['10115; drop'],
  ])('does not know %s %s', (...asked: string[]) => expect(seed.find(asked[0] ?? '', asked[1])).toBeUndefined())

  test('covers all two-digit regions in use, and every city lies in its region', () => {
    const prefixes = SEED_REGIONS.filter(([country]) => country === 'DE').map(([, prefix]) => prefix)
    expect(new Set(prefixes).size).toBe(96)
    for (const [country, zip, name, , lat, lon] of SEED_CITIES) {
      expect(FoundPlace.safeParse(seed.find(zip, country)).success).toBe(true)
      const region = seed.find(`${zip.slice(0, 2)}***`.slice(0, zip.length), country)
      expect(region === undefined ? name : distanceKm(region, { lat, lon }), name).toBeLessThan(country === 'DE' ? 60 : 130)
    }
  })
})

describe('the great-circle distance', () => {
  const berlin = { lat: 52.5163, lon: 13.3777 }
  test.each([
    ['Munich', { lat: 48.1372, lon: 11.5755 }, 504.3],
    ['Sydney', { lat: -33.8568, lon: 151.2153 }, 16_089.7],
    ['itself', berlin, 0],
    ['its antipode', { lat: -52.5163, lon: 13.3777 - 180 }, Math.PI * 6371.0088],
  ])('from Berlin to %s', (_name, point, expected) =>
    expect(Math.abs(distanceKm(berlin, point) - expected)).toBeLessThan(expected * 0.002 + 1e-9),
  )

  test('crosses the date line the short way', () => {
    expect(distanceKm({ lat: 0, lon: 179.5 }, { lat: 0, lon: -179.5 })).toBeCloseTo(111.195, 2)
  })
})

describe('the import', () => {
  let dir: string
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'postal-'))
  })
  afterEach(() => rm(dir, { recursive: true }))

  const geoNames = (country: string, zip: string, place: string, state: string, community: string, lat: number, lon: number) =>
    [country, zip, place, 'Land', state, '', '', community, '', lat, lon, '4'].join('\t')

  async function importText(text: string) {
    const source = join(dir, 'source.txt')
    await writeFile(source, text)
    return readPostalCodes(source)
  }

  test('takes the median of a code’s places and the name that the others begin with', async () => {
    const { codes, skippedLines } = await importText(
      [
        geoNames('DE', '01067', 'Dresden Friedrichstadt', 'SN', '', 51.06, 13.72),
        geoNames('DE', '01067', 'Dresden', 'SN', '', 51.05, 13.73),
        geoNames('DE', '01067', 'Dresden Innere Altstadt', 'SN', '', 53.9, 10.1),
        'not a line',
        geoNames('DE', '10875', 'Daimler Insurance', '01', '', 48.78, 9.18),
        geoNames('DE', '99999', 'Nowhere', 'TH', '', 91, 10),
      ].join('\n'),
    )
    expect(codes).toEqual([{ country: 'DE', zip: '01067', place: 'Dresden', state: 'SN', lat: 51.06, lon: 13.72, places: 3 }])
    expect(skippedLines).toBe(2)
  })

  test('names Austrian codes by their municipality, and keeps those of one place as they are', async () => {
    const { codes } = await importText(
      [
        geoNames('AT', '4150', 'Grub', '04', 'Rohrbach-Berg', 48.57, 13.99),
        geoNames('CH', '8001', 'Zürich', 'ZH', 'Zürich', 47.37, 8.54),
      ].join('\r\n'),
    )
    expect(codes.map((code) => code.place)).toEqual(['Rohrbach-Berg', 'Zürich'])
  })

  test('replaces the seed at the next start, country by country', async () => {
    const file = join(dir, POSTAL_CODES_FILE)
    expect(openPostalCodes(dir).find('10115')?.name).toBe('Berlin')
    const german = await importText(
      'DE\t12345\tTeststadt\tBE\t52.5000\t13.4000\t1\nDE\t12347\tTeststadt\tBE\t52.7000\t13.6000\t1',
    )
    await writePostalCodes(file, german.codes)
    const austrian = await importText('AT\t1234\tProbe\t09\t48.2000\t16.4000\t1')
    await writePostalCodes(file, mergePostalCodes((await readPostalCodes(file)).codes, austrian.codes))
    const imported = openPostalCodes(dir)
    expect(imported.find('12345')).toEqual({
      zip: '12345',
      country: 'DE',
      name: 'Teststadt',
      state: 'Berlin',
      lat: 52.5,
      lon: 13.4,
      precision: 'exact',
    })
    expect(imported.find('123**')).toMatchObject({ lat: 52.6, lon: 13.5, precision: 'region' })
    expect(imported.find('1234')).toMatchObject({ country: 'AT', state: 'Wien' })
    expect(imported.find('80331')).toBeUndefined()
  })

  test('a file without a single code stops the start', async () => {
    await writeFile(join(dir, POSTAL_CODES_FILE), 'half a fi')
    expect(() => openPostalCodes(dir)).toThrow(/holds no postal codes/)
  })
})
