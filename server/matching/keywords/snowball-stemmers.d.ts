declare module 'snowball-stemmers' {
  export type Stemmer = { stem(word: string): string }
  export function newStemmer(language: 'german' | 'english'): Stemmer
}
