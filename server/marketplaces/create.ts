import type { PostalCodes } from '../location/postalCodes.ts'
import { seedPostalCodes } from '../location/postalCodes.ts'
import type { Outbound } from '../outbound/fetch.ts'
import type { ParserPool } from '../parsing/parserPool.ts'
import type { Connector } from './connector.ts'
import { demoConnector } from './demo/connector.ts'
import { feedConnector } from './feed/connector.ts'
import { readFeedsFile } from './feed/feeds.ts'
import { FEED_TASK } from './feed/task.ts'

/** Connectors enabled by the operator. */
export type ConnectorSettings = {
  /** `publicUrl`: the URL of the house for browsers, if different. */
  readonly demoHouse: { readonly enabled: boolean; readonly url: string; readonly publicUrl?: string }
  /** A JSON list of `FeedSettings`; may be missing. */
  readonly feedsFile: string
}

/**
 * The connectors of this installation.
 * @param now milliseconds since 1970
 * @param parserPool parses the feeds
 * @param postalCodes distinguishes postal codes from other numbers in feeds
 * @throws FeedsFileError
 */
export function createConnectors(
  settings: ConnectorSettings,
  outbound: Outbound,
  now: () => number,
  parserPool: ParserPool,
  postalCodes: PostalCodes = seedPostalCodes(),
): Connector[] {
  const { demoHouse } = settings
  const demo = demoHouse.enabled
    ? [
        demoConnector({
          url: demoHouse.url,
          outbound,
          ...(demoHouse.publicUrl === undefined ? {} : { publicUrl: demoHouse.publicUrl }),
        }),
      ]
    : []
  const feeds = readFeedsFile(settings.feedsFile).map((feed) =>
    feedConnector({
      ...{ settings: feed, outbound, now, findPlace: postalCodes.find },
      readFeed: (document) => parserPool.read(FEED_TASK, document),
    }),
  )
  return [...demo, ...feeds]
}
