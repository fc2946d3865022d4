import type { Random } from './random.ts'

export type HouseSeller = { readonly name: string; readonly commercial: boolean; readonly ratingPercent?: number }

const HOUSES = [
  'Auktionshaus Lindner',
  'Technikbörse Süd',
  'Kontor für Antiquitäten',
  'Radhaus Nord',
  'Second Sound Leipzig',
  'Kamera Kontor',
  'Uhrmacherei Baumann',
  'Wohnfundus',
  'Bücherstube am Dom',
  'Alpen Antik',
  'Werkstattauflösung Krüger',
  'Spielzeugkiste Fürth',
  'Pfandhaus Donau',
  'Nachlass & Raritäten',
  'Retro Rechner Lager',
  'Weinkeller Auktionen',
]
const FIRST = [
  'anna',
  'karl',
  'heidi',
  'jonas',
  'ueli',
  'sabine',
  'murat',
  'lena',
  'otto',
  'petra',
  'sepp',
  'nina',
  'willi',
  'elif',
  'georg',
]
const SECOND = [
  'flohmarkt',
  'sammelt',
  'keller',
  'dachboden',
  'berg',
  'kiste',
  'garage',
  'fundgrube',
  'vinyl',
  'werkstatt',
  'schatz',
]

/** About a third of the lots are from dealers. New private sellers have no rating. */
export function sellerOf(random: Random): HouseSeller {
  const ratingPercent = random.chance(0.12) ? random.int(880, 960) / 10 : random.int(970, 1000) / 10
  if (random.chance(0.33)) return { name: random.pick(HOUSES), commercial: true, ratingPercent }
  const name = `${random.pick(FIRST)}_${random.pick(SECOND)}${random.int(1, 99)}`
  return random.chance(0.15) ? { name, commercial: false } : { name, commercial: false, ratingPercent }
}
