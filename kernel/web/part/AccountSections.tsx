import { lazy, Suspense } from "react";
import type { ComponentType } from "react";

/** Sections other areas add to one's own account: a file `x.account.tsx` whose default export draws it. */
const found = import.meta.glob<{ readonly default: ComponentType }>("/modules/*/*.account.tsx");

const sections = Object.entries(found)
  .toSorted(([a], [b]) => a.localeCompare(b))
  .map(([file, load]) => ({ file, Section: lazy(load) }));

/** What other areas let a person choose for the own account. */
export function AccountSections() {
  return sections.map(({ file, Section }) => (
    <Suspense key={file} fallback={null}>
      <Section />
    </Suspense>
  ));
}
