/** Prints a table with the first column left-aligned and numbers right-aligned. */
export function printTable(title: string, headings: readonly string[], rows: readonly (readonly string[])[]): void {
  const all = [headings, ...rows]
  const widths = headings.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ')
  console.log(`\n${title}`)
  for (const row of all) console.log(`  ${line(row).trimEnd()}`)
}

const GROUPED = new Intl.NumberFormat('en')

export function count(value: number): string {
  return GROUPED.format(value)
}

/** Formats with three significant digits, or all digits of a larger integer part. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '-'
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
  return value >= 1000 ? count(Math.round(value)) : value.toFixed(digits)
}
