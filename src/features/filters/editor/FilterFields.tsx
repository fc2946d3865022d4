import { useLingui } from '@lingui/react/macro'
import { Field } from '../../../components/Field.tsx'
import { useOptionText } from '../../../i18n/useLabel.ts'
import { useAtomValue } from '../../../store/store.ts'
import { filterOptions } from '../../marketplaces/index.ts'
import type { FilterForm } from '../form/form.ts'
import { suggestedName } from '../form/suggestedName.ts'
import { CategoryTree } from './CategoryTree.tsx'
import { ChoiceGroup } from './ChoiceGroup.tsx'
import type { FieldsProps } from './fieldsProps.ts'
import { KeywordField } from './KeywordField.tsx'
import { MoreFields } from './MoreFields.tsx'
import { NotifyFields } from './NotifyFields.tsx'
import { PlaceFields } from './PlaceFields.tsx'
import { PriceFields } from './PriceFields.tsx'

/** All fields of the form, the most used ones first. */
export function FilterFields({ form, change, faults }: FieldsProps) {
  const { t } = useLingui()
  const text = useOptionText()
  const options = useAtomValue(filterOptions.atom).value
  return (
    <>
      <KeywordField form={form} change={change} faults={faults} />
      <Field
        label={t`Name`}
        value={form.name}
        maxLength={80}
        placeholder={suggestedName(form, t`My filter`)}
        hint={t`Left empty, the filter is called by its keywords.`}
        onChange={(event) => change({ name: event.target.value })}
      />
      {options && options.marketplaces.length > 1 && (
        <ChoiceGroup
          legend={t`Marketplaces`}
          options={options.marketplaces.map(({ id, name, demo }) => [id, demo ? t`${name} (demo)` : name] as const)}
          chosen={form.marketplaces}
          onChoose={(marketplaces) => change({ marketplaces })}
        />
      )}
      <PriceFields form={form} change={change} faults={faults} />
      {options && (
        <>
          <ChoiceGroup
            legend={t`Ways of buying`}
            options={options.buyingOptions.map(
              (option) => [option.id as FilterForm['buyingOptions'][number], text(option)] as const,
            )}
            chosen={form.buyingOptions}
            onChoose={(buyingOptions) => change({ buyingOptions })}
          />
          <ChoiceGroup
            legend={t`Condition`}
            options={options.conditions.map((option) => [option.id as FilterForm['conditions'][number], text(option)] as const)}
            chosen={form.conditions}
            onChoose={(conditions) => change({ conditions })}
          />
          <CategoryTree
            categories={options.categories}
            chosen={form.categories}
            onChoose={(categories) => change({ categories })}
          />
        </>
      )}
      <PlaceFields form={form} change={change} />
      <MoreFields form={form} change={change} faults={faults} />
      <NotifyFields form={form} change={change} />
    </>
  )
}
