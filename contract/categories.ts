/**
 * Our own taxonomy of goods, two levels deep. Connectors map marketplaces' categories to it. A filter's category includes its
 * subcategories. Ids are stored in filters and auctions: they may be added, but never renamed.
 */
export type Category = {
  readonly id: string
  readonly parent?: string
  readonly label: { readonly en: string; readonly de: string }
}

type Leaf = readonly [id: string, en: string, de: string]
type Root = readonly [id: string, en: string, de: string, leaves: readonly Leaf[]]

// biome-ignore format: a table
const TREE: readonly Root[] = [
  ['antiques', 'Antiques', 'Antiquitäten', [
    ['antique-furniture', 'Antique furniture', 'Antike Möbel'], ['porcelain', 'Porcelain and ceramics', 'Porzellan und Keramik'],
    ['glass', 'Glass', 'Glas'], ['silver', 'Silver', 'Silber'], ['clocks', 'Antique clocks', 'Antike Uhren'],
    ['carpets', 'Carpets and rugs', 'Teppiche'], ['religious-antiques', 'Religious antiques', 'Sakrale Antiquitäten'],
  ]],
  ['art', 'Art', 'Kunst', [
    ['paintings', 'Paintings', 'Gemälde'], ['prints', 'Prints and graphics', 'Druckgrafik'], ['sculptures', 'Sculptures', 'Skulpturen'],
    ['drawings', 'Drawings and watercolours', 'Zeichnungen und Aquarelle'], ['art-photography', 'Art photography', 'Kunstfotografie'],
  ]],
  ['baby', 'Baby and child', 'Baby und Kind', [
    ['prams', 'Prams and pushchairs', 'Kinderwagen'], ['child-seats', 'Child car seats', 'Kindersitze'],
    ['baby-clothing', 'Baby clothing', 'Babykleidung'], ['nursery-furniture', 'Nursery furniture', 'Kinderzimmermöbel'],
  ]],
  ['books', 'Books and magazines', 'Bücher und Zeitschriften', [
    ['antiquarian-books', 'Antiquarian books', 'Antiquarische Bücher'], ['fiction', 'Fiction', 'Belletristik'],
    ['non-fiction', 'Non-fiction', 'Sachbücher'], ['comics', 'Comics', 'Comics'], ['magazines', 'Magazines', 'Zeitschriften'],
    ['maps', 'Maps', 'Landkarten'],
  ]],
  ['business', 'Business and industry', 'Betrieb und Industrie', [
    ['machines', 'Machines', 'Maschinen'], ['office-equipment', 'Office equipment', 'Büroausstattung'],
    ['catering-equipment', 'Catering equipment', 'Gastronomiebedarf'], ['farming', 'Farming and forestry', 'Land- und Forstwirtschaft'],
    ['medical-equipment', 'Medical and laboratory equipment', 'Medizin und Labor'], ['electrical-components', 'Electrical components', 'Elektrobauteile'],
  ]],
  ['cameras', 'Cameras and optics', 'Kameras und Optik', [
    ['analogue-cameras', 'Film cameras', 'Analogkameras'], ['digital-cameras', 'Digital cameras', 'Digitalkameras'],
    ['lenses', 'Lenses', 'Objektive'], ['camcorders', 'Camcorders', 'Camcorder'], ['camera-accessories', 'Camera accessories', 'Kamerazubehör'],
    ['telescopes', 'Telescopes and binoculars', 'Teleskope und Ferngläser'], ['drones', 'Drones', 'Drohnen'],
  ]],
  ['coins', 'Coins and notes', 'Münzen und Banknoten', [
    ['coins-historic', 'Historic coins', 'Historische Münzen'], ['coins-modern', 'Modern coins', 'Moderne Münzen'],
    ['bullion', 'Bullion', 'Edelmetalle'], ['medals', 'Medals', 'Medaillen'], ['banknotes', 'Banknotes', 'Banknoten'],
  ]],
  ['collectibles', 'Collectibles', 'Sammeln und Seltenes', [
    ['postcards', 'Postcards', 'Ansichtskarten'], ['trading-cards', 'Trading cards', 'Sammelkarten'],
    ['advertising', 'Advertising signs', 'Reklame'], ['militaria', 'Militaria', 'Militaria'], ['autographs', 'Autographs', 'Autogramme'],
    ['pens', 'Pens and writing', 'Schreibgeräte'], ['technical-collectibles', 'Technical collectibles', 'Technik und Geräte'],
    ['minerals', 'Minerals and fossils', 'Mineralien und Fossilien'],
  ]],
  ['computers', 'Computers', 'Computer', [
    ['laptops', 'Laptops', 'Notebooks'], ['desktop-computers', 'Desktop computers', 'Desktop-PCs'], ['tablets', 'Tablets', 'Tablets'],
    ['graphics-cards', 'Graphics cards', 'Grafikkarten'], ['computer-components', 'Computer components', 'PC-Komponenten'],
    ['storage', 'Drives and storage', 'Laufwerke und Speicher'], ['monitors', 'Monitors', 'Monitore'],
    ['printers', 'Printers and scanners', 'Drucker und Scanner'], ['networking', 'Networking', 'Netzwerk'],
    ['peripherals', 'Keyboards and mice', 'Tastaturen und Mäuse'], ['vintage-computers', 'Vintage computers', 'Vintage-Computer'],
  ]],
  ['phones', 'Phones', 'Telefone', [
    ['smartphones', 'Smartphones', 'Smartphones'], ['smartwatches', 'Smart watches', 'Smartwatches'],
    ['phone-accessories', 'Phone accessories', 'Handyzubehör'], ['landline-phones', 'Landline phones', 'Festnetztelefone'],
  ]],
  ['electronics', 'TV and audio', 'TV und Audio', [
    ['televisions', 'Televisions', 'Fernseher'], ['projectors', 'Projectors', 'Beamer'], ['turntables', 'Turntables', 'Plattenspieler'],
    ['amplifiers', 'Amplifiers and receivers', 'Verstärker und Receiver'], ['loudspeakers', 'Loudspeakers', 'Lautsprecher'],
    ['headphones', 'Headphones', 'Kopfhörer'], ['radios', 'Radios', 'Radios'], ['car-audio', 'Car audio', 'Auto-Hi-Fi'],
  ]],
  ['video-games', 'Video games', 'Videospiele', [
    ['consoles', 'Consoles', 'Konsolen'], ['games', 'Games', 'Spiele'], ['game-accessories', 'Accessories', 'Zubehör'],
  ]],
  ['fashion', 'Fashion', 'Mode', [
    ['womens-clothing', 'Women’s clothing', 'Damenmode'], ['mens-clothing', 'Men’s clothing', 'Herrenmode'],
    ['childrens-clothing', 'Children’s clothing', 'Kindermode'], ['shoes', 'Shoes', 'Schuhe'], ['bags', 'Bags', 'Taschen'],
    ['fashion-accessories', 'Fashion accessories', 'Modeaccessoires'], ['vintage-clothing', 'Vintage clothing', 'Vintage-Mode'],
  ]],
  ['watches-jewellery', 'Watches and jewellery', 'Uhren und Schmuck', [
    ['wristwatches', 'Wristwatches', 'Armbanduhren'], ['pocket-watches', 'Pocket watches', 'Taschenuhren'], ['rings', 'Rings', 'Ringe'],
    ['necklaces', 'Necklaces', 'Halsketten'], ['brooches', 'Brooches', 'Broschen'], ['gemstones', 'Gemstones', 'Edelsteine'],
  ]],
  ['films-music', 'Films and music', 'Filme und Musik', [
    ['vinyl', 'Vinyl records', 'Schallplatten'], ['cds', 'CDs', 'CDs'], ['films', 'Films and series', 'Filme und Serien'],
    ['cassettes', 'Cassettes', 'Kassetten'],
  ]],
  ['instruments', 'Musical instruments', 'Musikinstrumente', [
    ['guitars', 'Guitars and basses', 'Gitarren und Bässe'], ['keyboards', 'Keyboards and pianos', 'Tasteninstrumente'],
    ['synthesizers', 'Synthesizers', 'Synthesizer'], ['string-instruments', 'String instruments', 'Streichinstrumente'],
    ['wind-instruments', 'Wind instruments', 'Blasinstrumente'], ['drums', 'Drums', 'Schlagzeug'],
    ['pro-audio', 'Studio and stage', 'Studio und Bühne'],
  ]],
  ['home', 'Home and furniture', 'Wohnen und Möbel', [
    ['chairs', 'Chairs', 'Stühle'], ['sofas', 'Sofas and armchairs', 'Sofas und Sessel'], ['tables', 'Tables', 'Tische'],
    ['cupboards', 'Cupboards and shelves', 'Schränke und Regale'], ['beds', 'Beds', 'Betten'], ['lamps', 'Lamps', 'Lampen'],
    ['decoration', 'Decoration', 'Dekoration'], ['textiles', 'Home textiles', 'Heimtextilien'], ['kitchenware', 'Kitchenware', 'Küchenutensilien'],
  ]],
  ['appliances', 'Household appliances', 'Haushaltsgeräte', [
    ['coffee-machines', 'Coffee machines', 'Kaffeemaschinen'], ['kitchen-appliances', 'Small kitchen appliances', 'Küchenkleingeräte'],
    ['large-appliances', 'Large appliances', 'Großgeräte'], ['vacuum-cleaners', 'Vacuum cleaners', 'Staubsauger'],
    ['sewing-machines', 'Sewing machines', 'Nähmaschinen'],
  ]],
  ['garden', 'Garden', 'Garten', [
    ['garden-machines', 'Garden machines', 'Gartengeräte'], ['garden-furniture', 'Garden furniture', 'Gartenmöbel'],
    ['barbecues', 'Barbecues', 'Grills'], ['plants', 'Plants', 'Pflanzen'],
  ]],
  ['tools', 'Tools and DIY', 'Werkzeug und Heimwerken', [
    ['power-tools', 'Power tools', 'Elektrowerkzeug'], ['hand-tools', 'Hand tools', 'Handwerkzeug'],
    ['workshop-equipment', 'Workshop equipment', 'Werkstattausrüstung'], ['building-materials', 'Building materials', 'Baustoffe'],
    ['heating-plumbing', 'Heating and plumbing', 'Heizung und Sanitär'],
  ]],
  ['vehicles', 'Vehicles', 'Fahrzeuge', [
    ['cars', 'Cars', 'Autos'], ['classic-cars', 'Classic cars', 'Oldtimer'], ['motorcycles', 'Motorcycles', 'Motorräder'],
    ['scooters', 'Scooters and mopeds', 'Roller und Mopeds'], ['commercial-vehicles', 'Commercial vehicles', 'Nutzfahrzeuge'],
    ['campers', 'Campers', 'Wohnmobile'], ['boats', 'Boats', 'Boote'], ['trailers', 'Trailers', 'Anhänger'],
  ]],
  ['vehicle-parts', 'Vehicle parts', 'Fahrzeugteile', [
    ['tyres-wheels', 'Tyres and wheels', 'Reifen und Felgen'], ['car-parts', 'Car parts', 'Autoteile'],
    ['motorcycle-parts', 'Motorcycle parts', 'Motorradteile'], ['vehicle-accessories', 'Vehicle accessories', 'Fahrzeugzubehör'],
  ]],
  ['sports', 'Sports and outdoors', 'Sport und Freizeit', [
    ['bicycles', 'Bicycles', 'Fahrräder'], ['e-bikes', 'E-bikes', 'E-Bikes'], ['bicycle-parts', 'Bicycle parts', 'Fahrradteile'],
    ['winter-sports', 'Winter sports', 'Wintersport'], ['fitness', 'Fitness', 'Fitness'], ['camping', 'Camping', 'Camping'],
    ['water-sports', 'Water sports', 'Wassersport'], ['fishing', 'Fishing', 'Angeln'], ['golf', 'Golf', 'Golf'],
  ]],
  ['toys', 'Toys and models', 'Spielzeug und Modellbau', [
    ['construction-toys', 'Construction toys', 'Baukästen'], ['model-railways', 'Model railways', 'Modelleisenbahnen'],
    ['model-cars', 'Model cars', 'Modellautos'], ['dolls', 'Dolls and teddy bears', 'Puppen und Teddybären'],
    ['board-games', 'Board games', 'Brettspiele'], ['tin-toys', 'Tin toys', 'Blechspielzeug'], ['rc-models', 'Remote-controlled models', 'RC-Modellbau'],
  ]],
  ['stamps', 'Stamps', 'Briefmarken', [
    ['stamps-germany', 'Germany', 'Deutschland'], ['stamps-europe', 'Europe', 'Europa'], ['stamps-world', 'World', 'Übersee'],
    ['stamp-collections', 'Collections', 'Sammlungen'],
  ]],
  ['food-drink', 'Food and drink', 'Feinschmecker', [
    ['wine', 'Wine', 'Wein'], ['spirits', 'Spirits', 'Spirituosen'], ['delicacies', 'Delicacies', 'Delikatessen'],
  ]],
  ['health-beauty', 'Health and beauty', 'Gesundheit und Schönheit', [
    ['perfume', 'Perfume', 'Parfüm'], ['cosmetics', 'Cosmetics', 'Kosmetik'], ['health', 'Health', 'Gesundheit'],
  ]],
  ['other', 'Everything else', 'Sonstiges', [
    ['pet-supplies', 'Pet supplies', 'Tierbedarf'], ['tickets-travel', 'Tickets and travel', 'Tickets und Reisen'],
    ['craft-supplies', 'Craft supplies', 'Bastelbedarf'], ['property', 'Property', 'Immobilien'], ['mixed-lots', 'Mixed lots', 'Konvolute'],
  ]],
]

/** All categories, each root followed by its leaves. */
export const CATEGORIES: readonly Category[] = TREE.flatMap(([id, en, de, leaves]) => [
  { id, label: { en, de } },
  ...leaves.map(([leaf, leafEn, leafDe]) => ({ id: leaf, parent: id, label: { en: leafEn, de: leafDe } })),
])

const BY_ID: ReadonlyMap<string, Category> = new Map(CATEGORIES.map((category) => [category.id, category]))

export function categoryOf(id: string): Category | undefined {
  return BY_ID.get(id)
}

/** The ids from the root to `id`; undefined for an unknown id. */
export function categoryPath(id: string): string[] | undefined {
  const category = BY_ID.get(id)
  if (category === undefined) return undefined
  return category.parent === undefined ? [id] : [category.parent, id]
}

/** The category field of a listing; undefined for an unknown id. */
export function listingCategory(id: string): { id: string; path: string[] } | undefined {
  const path = categoryPath(id)
  return path === undefined ? undefined : { id, path }
}
