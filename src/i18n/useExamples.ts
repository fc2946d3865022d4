import { useLingui } from '@lingui/react/macro'

/** Three example filters, in words that sellers use in the language. */
export function useExamples(): readonly { name: string; keywords: string }[] {
  const { t } = useLingui()
  return [
    { name: t`Vintage cameras`, keywords: t`(leica,rollei,contax) camera -case` },
    { name: t`Graphics cards`, keywords: 'rtx (3080,3090,4080) -(defekt,broken)' },
    { name: t`Designer chairs`, keywords: t`(eames,thonet,wegner) chair*` },
  ]
}
