import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { distanceKm } from '../../contract/distance.ts'
import { readPostalCodes } from '../../server/location/import.ts'
import { type PostalCodes, postalCodesOf, seedPostalCodes } from '../../server/location/postalCodes.ts'
import { SEED_CITIES } from '../../server/location/seedCities.ts'
import { SEED_REGIONS } from '../../server/location/seedRegions.ts'

/** GeoNames tables (CC BY 4.0) are not part of this repository; where they lie next to it, the seed is held against them. */
const FOLDER = new URL('../../../shared/geodata/', import.meta.url)
const there = existsSync(FOLDER)
if (!there) console.log('skipped: no GeoNames tables in ../shared/geodata')

const MAX_CITY_ERROR_KM = 10
const MAX_REGION_ERROR_KM = 20

describe.skipIf(!there)('the seed against GeoNames', () => {
  let imported: PostalCodes
  test('the tables are read whole', async () => {
    const tables = await Promise.all(
      ['de', 'at', 'ch', 'li'].map((country) => readPostalCodes(new URL(`${country}.tsv`, FOLDER).pathname)),
    )
    expect(tables.map((table) => table.skippedLines)).toEqual([0, 0, 0, 0])
    expect(tables.map((table) => table.codes.length)).toEqual([8308, 2217, 3362, 13])
    imported = postalCodesOf(tables.flatMap((table) => table.codes))
  })

  test('its cities lie where their codes do', () => {
    for (const [country, zip, name, , lat, lon] of SEED_CITIES) {
      const found = imported.find(zip, country)
      expect(found?.precision, `${zip} ${name}`).toBe('exact')
      expect(distanceKm({ lat, lon }, found ?? { lat: 0, lon: 0 }), `${zip} ${name}`).toBeLessThan(MAX_CITY_ERROR_KM)
    }
  })

  test('its German regions lie where their codes do', () => {
    for (const [country, prefix, name, lat, lon] of SEED_REGIONS) {
      const found = country === 'DE' ? imported.find(`${prefix}***`, country) : undefined
      if (found !== undefined) expect(distanceKm({ lat, lon }, found), `${prefix} ${name}`).toBeLessThan(MAX_REGION_ERROR_KM)
    }
  })

  test('every imported German code is within reach of the seed’s answer', () => {
    const seed = seedPostalCodes()
    for (const zip of ['01067', '10719', '26757', '54518', '83471', '94078', '99974']) {
      const exact = imported.find(zip, 'DE')
      const rough = seed.find(zip, 'DE')
      expect(exact && rough && distanceKm(exact, rough), zip).toBeLessThan(80)
    }
  })
})
