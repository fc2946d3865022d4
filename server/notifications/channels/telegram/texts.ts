import type { Locale } from '../../../../contract/primitives.ts'

/** What the bot answers in a chat. Plain text. */
type BotTexts = {
  linked: string
  alreadyLinked: string
  help: string
  codeUnknown: string
  notForwarded: string
  privateOnly: string
  stopped: string
  nothingToStop: string
}

export const BOT_TEXTS: Readonly<Record<Locale, BotTexts>> = {
  en: {
    linked: 'Connected. Alerts from Lotwatch will come to this chat. If this was not you, or to stop them, send /stop.',
    alreadyLinked: 'This chat is connected to Lotwatch. Send /stop to get no more alerts here.',
    help: 'To get alerts here, open your Lotwatch account and choose Connect Telegram.',
    codeUnknown: 'This code is not valid, or no longer. Get a new one in your Lotwatch account.',
    notForwarded: 'A forwarded code does not count. Get one in your own Lotwatch account.',
    privateOnly: 'Alerts go to private chats only. Get a new code in your Lotwatch account and send it to me in a private chat.',
    stopped: 'Disconnected. No more alerts come to this chat.',
    nothingToStop: 'This chat is not connected to Lotwatch.',
  },
  de: {
    linked:
      'Verbunden. Meldungen von Lotwatch kommen ab jetzt in diesen Chat. Wenn du das nicht warst oder keine mehr willst, schick /stop.',
    alreadyLinked: 'Dieser Chat ist mit Lotwatch verbunden. Mit /stop bekommst du hier keine Meldungen mehr.',
    help: 'Wenn du hier Meldungen bekommen willst, öffne dein Lotwatch-Konto und wähle „Telegram verbinden“.',
    codeUnknown: 'Dieser Code gilt nicht oder nicht mehr. In deinem Lotwatch-Konto bekommst du einen neuen.',
    notForwarded: 'Ein weitergeleiteter Code zählt nicht. In deinem eigenen Lotwatch-Konto bekommst du einen.',
    privateOnly:
      'Meldungen gehen nur an private Chats. Hol dir in deinem Lotwatch-Konto einen neuen Code und schick ihn mir in einem privaten Chat.',
    stopped: 'Getrennt. In diesen Chat kommen keine Meldungen mehr.',
    nothingToStop: 'Dieser Chat ist nicht mit Lotwatch verbunden.',
  },
}
