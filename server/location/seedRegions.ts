/**
 * The centre of the codes with `prefix`, named after its best known place; degrees WGS84, precise to about 20 km (AT, CH: 50
 * km).
 */
export type SeedRegion = readonly [country: string, prefix: string, name: string, lat: number, lon: number]

/** All two-digit regions of Germany (05, 43 and 62 are not in use) and the one-digit regions of Austria and Switzerland. */
// biome-ignore format: a table
export const SEED_REGIONS: readonly SeedRegion[] = [
  ['DE', '01', 'Dresden', 51.12, 13.75], ['DE', '02', 'Bautzen', 51.18, 14.6], ['DE', '03', 'Cottbus', 51.68, 14.15], ['DE', '04', 'Leipzig', 51.28, 12.6],
  ['DE', '06', 'Halle (Saale)', 51.5, 11.85], ['DE', '07', 'Jena', 50.75, 11.75], ['DE', '08', 'Zwickau', 50.6, 12.45], ['DE', '09', 'Chemnitz', 50.75, 13.0],
  ['DE', '10', 'Berlin', 52.51, 13.39], ['DE', '11', 'Berlin', 52.52, 13.37], ['DE', '12', 'Berlin', 52.45, 13.45], ['DE', '13', 'Berlin', 52.57, 13.36], ['DE', '14', 'Potsdam', 52.4, 12.95],
  ['DE', '15', 'Frankfurt (Oder)', 52.3, 13.9], ['DE', '16', 'Oranienburg', 52.95, 13.1], ['DE', '17', 'Neubrandenburg', 53.7, 13.4], ['DE', '18', 'Rostock', 54.1, 12.5],
  ['DE', '19', 'Schwerin', 53.5, 11.4], ['DE', '20', 'Hamburg', 53.56, 9.99], ['DE', '21', 'Lüneburg', 53.45, 10.0], ['DE', '22', 'Hamburg', 53.61, 10.06],
  ['DE', '23', 'Lübeck', 53.95, 10.85], ['DE', '24', 'Kiel', 54.4, 9.85], ['DE', '25', 'Itzehoe', 54.1, 9.2], ['DE', '26', 'Oldenburg', 53.35, 7.8],
  ['DE', '27', 'Bremerhaven', 53.25, 8.9], ['DE', '28', 'Bremen', 53.1, 8.85], ['DE', '29', 'Celle', 52.8, 10.4], ['DE', '30', 'Hannover', 52.4, 9.72],
  ['DE', '31', 'Hildesheim', 52.3, 9.5], ['DE', '32', 'Herford', 52.1, 8.8], ['DE', '33', 'Bielefeld', 51.85, 8.65], ['DE', '34', 'Kassel', 51.25, 9.3],
  ['DE', '35', 'Gießen', 50.65, 8.65], ['DE', '36', 'Fulda', 50.7, 9.85], ['DE', '37', 'Göttingen', 51.55, 10.0], ['DE', '38', 'Braunschweig', 52.2, 10.65],
  ['DE', '39', 'Magdeburg', 52.15, 11.6], ['DE', '40', 'Düsseldorf', 51.24, 6.83], ['DE', '41', 'Mönchengladbach', 51.2, 6.45], ['DE', '42', 'Wuppertal', 51.2, 7.15],
  ['DE', '44', 'Dortmund', 51.52, 7.37], ['DE', '45', 'Essen', 51.5, 7.08], ['DE', '46', 'Oberhausen', 51.7, 6.7], ['DE', '47', 'Duisburg', 51.45, 6.5],
  ['DE', '48', 'Münster', 52.05, 7.5], ['DE', '49', 'Osnabrück', 52.5, 7.95], ['DE', '50', 'Köln', 50.92, 6.85], ['DE', '51', 'Leverkusen', 50.98, 7.25],
  ['DE', '52', 'Aachen', 50.82, 6.3], ['DE', '53', 'Bonn', 50.6, 7.1], ['DE', '54', 'Trier', 49.95, 6.65], ['DE', '55', 'Mainz', 49.85, 7.75],
  ['DE', '56', 'Koblenz', 50.3, 7.4], ['DE', '57', 'Siegen', 50.85, 7.95], ['DE', '58', 'Hagen', 51.3, 7.6], ['DE', '59', 'Hamm', 51.5, 8.1],
  ['DE', '60', 'Frankfurt am Main', 50.13, 8.67], ['DE', '61', 'Bad Homburg', 50.27, 8.7], ['DE', '63', 'Offenbach', 50.1, 9.1], ['DE', '64', 'Darmstadt', 49.8, 8.75],
  ['DE', '65', 'Wiesbaden', 50.2, 8.2], ['DE', '66', 'Saarbrücken', 49.35, 7.05], ['DE', '67', 'Ludwigshafen', 49.5, 8.05], ['DE', '68', 'Mannheim', 49.47, 8.5],
  ['DE', '69', 'Heidelberg', 49.42, 8.8], ['DE', '70', 'Stuttgart', 48.77, 9.17], ['DE', '71', 'Ludwigsburg', 48.83, 9.2], ['DE', '72', 'Tübingen', 48.4, 8.95],
  ['DE', '73', 'Esslingen', 48.75, 9.75], ['DE', '74', 'Heilbronn', 49.2, 9.4], ['DE', '75', 'Pforzheim', 48.9, 8.7], ['DE', '76', 'Karlsruhe', 49.08, 8.25],
  ['DE', '77', 'Offenburg', 48.43, 7.98], ['DE', '78', 'Konstanz', 47.95, 8.6], ['DE', '79', 'Freiburg im Breisgau', 47.88, 7.85], ['DE', '80', 'München', 48.15, 11.56],
  ['DE', '81', 'München', 48.12, 11.57], ['DE', '82', 'Starnberg', 47.9, 11.25], ['DE', '83', 'Rosenheim', 47.85, 12.3], ['DE', '84', 'Landshut', 48.42, 12.45],
  ['DE', '85', 'Ingolstadt', 48.4, 11.65], ['DE', '86', 'Augsburg', 48.4, 10.8], ['DE', '87', 'Kempten', 47.8, 10.3], ['DE', '88', 'Ravensburg', 47.9, 9.65],
  ['DE', '89', 'Ulm', 48.5, 10.05], ['DE', '90', 'Nürnberg', 49.43, 11.05], ['DE', '91', 'Erlangen', 49.4, 10.8], ['DE', '92', 'Amberg', 49.5, 12.0],
  ['DE', '93', 'Regensburg', 49.05, 12.3], ['DE', '94', 'Passau', 48.75, 13.1], ['DE', '95', 'Bayreuth', 50.05, 11.8], ['DE', '96', 'Bamberg', 50.1, 10.9],
  ['DE', '97', 'Würzburg', 49.9, 9.95], ['DE', '98', 'Suhl', 50.5, 10.65], ['DE', '99', 'Erfurt', 51.0, 10.75],
  ['AT', '1', 'Wien', 48.21, 16.37], ['AT', '2', 'Wiener Neustadt', 48.15, 16.3], ['AT', '3', 'St. Pölten', 48.35, 15.4], ['AT', '4', 'Linz', 48.2, 14.0],
  ['AT', '5', 'Salzburg', 47.75, 13.1], ['AT', '6', 'Innsbruck', 47.25, 11.0], ['AT', '7', 'Eisenstadt', 47.6, 16.4], ['AT', '8', 'Graz', 47.1, 15.4],
  ['AT', '9', 'Klagenfurt', 46.75, 13.9],
  ['CH', '1', 'Lausanne', 46.5, 6.8], ['CH', '2', 'Biel/Bienne', 47.15, 7.1], ['CH', '3', 'Bern', 46.75, 7.55], ['CH', '4', 'Basel', 47.4, 7.7],
  ['CH', '5', 'Aarau', 47.4, 8.15], ['CH', '6', 'Luzern', 46.6, 8.6], ['CH', '7', 'Chur', 46.75, 9.5], ['CH', '8', 'Zürich', 47.45, 8.65],
  ['CH', '9', 'St. Gallen', 47.4, 9.3],
  ['LI', '94', 'Vaduz', 47.15, 9.53],
]
