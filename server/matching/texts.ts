import type { Auction } from '../../contract/auction.ts'
import type { FilterCriteria } from '../../contract/filter.ts'
import type { Atom, AtomTable } from './atoms.ts'
import { type Reading, readText } from './reading.ts'
import { TextScan } from './scan.ts'

/** The texts of one auction after another: each is read when it is first asked for, and once. */
export class AuctionTexts {
  private readonly titleScan: TextScan
  private readonly descriptionScan: TextScan
  private title = ''
  private description = ''
  private hasScannedDescription = false
  private titleReading: Reading | undefined
  private descriptionReading: Reading | undefined

  constructor(table: AtomTable) {
    this.titleScan = new TextScan(table)
    this.descriptionScan = new TextScan(table)
  }

  start(auction: Pick<Auction, 'title' | 'description'>): void {
    this.title = auction.title
    this.description = auction.description ?? ''
    this.hasScannedDescription = false
    this.titleReading = undefined
    this.descriptionReading = undefined
    this.titleScan.start()
    this.titleScan.read(this.title)
  }

  get foundInTitle(): readonly Atom[] {
    return this.titleScan.found
  }

  get foundInDescription(): readonly Atom[] {
    this.scanDescription()
    return this.descriptionScan.found
  }

  has(atom: Atom, searchIn: FilterCriteria['searchIn']): boolean {
    if (this.titleScan.has(atom)) return true
    if (searchIn === 'title') return false
    this.scanDescription()
    return this.descriptionScan.has(atom)
  }

  /** The searched texts token by token, for what has to stand side by side. */
  readings(searchIn: FilterCriteria['searchIn']): readonly Reading[] {
    this.titleReading ??= readText(this.title)
    if (searchIn === 'title') return [this.titleReading]
    this.descriptionReading ??= readText(this.description)
    return [this.titleReading, this.descriptionReading]
  }

  private scanDescription(): void {
    if (this.hasScannedDescription) return
    this.hasScannedDescription = true
    this.descriptionScan.start()
    if (this.description !== '') this.descriptionScan.read(this.description)
  }
}
