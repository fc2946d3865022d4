import type { ChurnFigures, Figures, SizeFigures, WordMatchFigures } from './figures.ts'
import { floorsOf, isMet } from './floors.ts'
import { count, figure, printTable } from './table.ts'

/** Prints all figures, then the requirements. */
export function report(figures: Figures): void {
  printSizes(figures)
  printAnswers(figures)
  printWordMatches(figures.wordMatches)
  if (figures.churn) printChurn(figures.churn)
  printFloors(figures)
}

function printSizes({ sizes, auctions }: Figures): void {
  const row = ({ filters, speed, tokenising, naive, build, bytesBuilt, bytesUsed }: SizeFigures) => [
    count(filters),
    ...[speed.cpu, speed.median, speed.p99, tokenising, speed.cpu / tokenising, naive.cpu, naive.cpu / speed.cpu].map(figure),
    ...[build.wallSeconds, build.cpuMicroseconds / 1e6, bytesBuilt / filters, bytesUsed / filters].map(figure),
  ]
  printTable(
    `Exact words, ${count(auctions)} auctions. µs an auction; bytes a filter right after the build, and after matching`,
    // biome-ignore format: a table
    [
      'filters', 'engine CPU', 'median', 'p99', 'tokenising CPU', 'x tokenising', 'naive CPU', 'x less than naive',
      'build s', 'build CPU s', 'bytes built', 'bytes used',
    ],
    sizes.map(row),
  )
}

function printAnswers({ sizes, auctions }: Figures): void {
  printTable(
    'The same pairs of auction and filter from the engine and the naive loop',
    ['filters', 'matches an auction', 'pairs', 'checksum', 'auctions compared', 'pairs compared', 'differences'],
    sizes.map(({ filters, answers, naive }) => [
      count(filters),
      figure(answers.pairs / auctions),
      count(answers.pairs),
      answers.checksum,
      count(naive.auctions),
      count(naive.pairs),
      count(answers.differences.length),
    ]),
  )
}

function printWordMatches(wordMatches: readonly WordMatchFigures[]): void {
  printTable(
    'Word forms and compounds. µs an auction',
    ['filters', 'words', 'engine CPU', 'x exact', 'median', 'p99', 'pairs', 'checksum', 'build s', 'bytes used'],
    wordMatches.map(({ filters, wordMatch, speed, timesExact, answers, build, bytesUsed }) => [
      count(filters),
      wordMatch,
      ...[speed.cpu, timesExact, speed.median, speed.p99].map(figure),
      count(answers.pairs),
      answers.checksum,
      figure(build.wallSeconds),
      figure(bytesUsed / filters),
    ]),
  )
}

function printChurn({ filters, before, after, fresh, addOne, removeOne, change }: ChurnFigures): void {
  printTable(
    `Changes at ${count(filters)} filters, random ones. µs each`,
    ['', 'CPU', 'wall'],
    [
      { what: 'add one', cost: addOne },
      { what: 'remove one', cost: removeOne },
      { what: 'remove one and add another', cost: change },
    ].map(({ what, cost }) => [what, figure(cost.cpuMicroseconds), figure(1e6 * cost.wallSeconds)]),
  )
  printTable(
    'Matching before and after. µs an auction',
    ['', 'CPU', 'median', 'p99'],
    [
      { what: 'fresh build, before the changes', speed: before },
      { what: 'after the changes', speed: after },
      { what: 'fresh build of the filters then there', speed: fresh },
    ].map(({ what, speed }) => [what, figure(speed.cpu), figure(speed.median), figure(speed.p99)]),
  )
}

function printFloors(figures: Figures): void {
  printTable(
    'Floors',
    ['', 'floor', 'measured', 'unit', ''],
    floorsOf(figures).map((floor) => {
      const met = isMet(floor)
      return [
        floor.what,
        `${floor.isLeast ? '≥' : '≤'} ${count(floor.bound)}`,
        floor.measured === undefined ? '-' : figure(floor.measured),
        floor.unit,
        met === undefined ? 'not run' : met ? 'ok' : 'MISSED',
      ]
    }),
  )
}
