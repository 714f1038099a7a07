import { text, type Field } from "#kernel/field.ts";

interface NameOptions {
  readonly max?: number;
  readonly computed?: true;
}

/** The pair `nameCn` / `nameEn` (or another stem): readers see the half of their language. */
export function named<const K extends string = "name">(
  cn: string,
  en: string,
  options: NameOptions = {},
  stem: K = "name" as K,
): { readonly [P in `${K}Cn`]: Field<string, false> } & { readonly [P in `${K}En`]: Field<string | null, false> } {
  const shape = { max: 200, ...options };
  return {
    [`${stem}Cn`]: { ...text(cn, en, shape), english: `${stem}En` },
    [`${stem}En`]: text(`${cn}（英文）`, `${en} (English)`, { ...shape, optional: true }),
  } as never;
}
