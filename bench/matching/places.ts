/** Towns of three countries, largest first. */
export type Town = {
  readonly country: 'DE' | 'AT' | 'CH'
  readonly zip: string
  readonly name: string
  readonly lat: number
  readonly lon: number
}

type Row = readonly [country: Town['country'], zip: string, name: string, lat: number, lon: number]

// biome-ignore format: a table
const ROWS: readonly Row[] = [
  ['DE', '10115', 'Berlin', 52.532, 13.385], ['AT', '1010', 'Wien', 48.208, 16.373], ['DE', '20095', 'Hamburg', 53.55, 10.0],
  ['DE', '80331', 'München', 48.135, 11.571], ['DE', '50667', 'Köln', 50.938, 6.957], ['CH', '8001', 'Zürich', 47.372, 8.542],
  ['DE', '60311', 'Frankfurt', 50.111, 8.682], ['DE', '70173', 'Stuttgart', 48.777, 9.18], ['DE', '40213', 'Düsseldorf', 51.226, 6.773],
  ['DE', '04109', 'Leipzig', 51.34, 12.375], ['DE', '44135', 'Dortmund', 51.514, 7.465], ['DE', '45127', 'Essen', 51.457, 7.012],
  ['DE', '28195', 'Bremen', 53.077, 8.807], ['DE', '01067', 'Dresden', 51.056, 13.729], ['DE', '30159', 'Hannover', 52.375, 9.735],
  ['DE', '90402', 'Nürnberg', 49.451, 11.08], ['CH', '1201', 'Genève', 46.209, 6.142], ['AT', '8010', 'Graz', 47.07, 15.439],
  ['DE', '68159', 'Mannheim', 49.489, 8.467], ['DE', '76133', 'Karlsruhe', 49.01, 8.4], ['CH', '4001', 'Basel', 47.557, 7.589],
  ['DE', '86150', 'Augsburg', 48.366, 10.887], ['DE', '39104', 'Magdeburg', 52.128, 11.631], ['AT', '4020', 'Linz', 48.303, 14.288],
  ['DE', '79098', 'Freiburg', 47.996, 7.85], ['DE', '24103', 'Kiel', 54.32, 10.133], ['DE', '99084', 'Erfurt', 50.979, 11.033],
  ['AT', '5020', 'Salzburg', 47.804, 13.045], ['CH', '3011', 'Bern', 46.947, 7.444], ['DE', '18055', 'Rostock', 54.09, 12.14],
  ['DE', '34117', 'Kassel', 51.315, 9.495], ['AT', '6020', 'Innsbruck', 47.266, 11.4], ['DE', '66111', 'Saarbrücken', 49.235, 6.997],
  ['CH', '9000', 'St. Gallen', 47.424, 9.377], ['DE', '94032', 'Passau', 48.574, 13.463], ['DE', '37073', 'Göttingen', 51.534, 9.935],
]

export const TOWNS: readonly Town[] = ROWS.map(([country, zip, name, lat, lon]) => ({ country, zip, name, lat, lon }))

/** Skew of the towns' sizes (Zipf–Mandelbrot shift). */
export const TOWN_SHIFT = 3
