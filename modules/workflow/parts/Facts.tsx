import { Replaced } from "#kernel/web/block/Labelled.tsx";
import { FactGrid } from "#kernel/web/block/FactGrid.tsx";
import type { Entity } from "#kernel/entity.ts";
import { useText } from "#kernel/web/language.ts";
import { ValueText } from "#kernel/web/page/document/ValueText.tsx";
import type { SheetFact } from "./wire.tsx";

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

/** The facts an approver looks at first; what changed since the last round or by the change shows old and new. */
export function SheetFacts({ entity, facts }: { readonly entity: Entity; readonly facts: readonly SheetFact[] }) {
  const say = useText();
  // What was left empty and did not change tells an approver nothing.
  const matchingFacts = facts.filter((fact) => fact.old !== undefined || !isNothing(fact.value));
  if (matchingFacts.length === 0) return null;
  const changed = facts.filter((fact) => fact.old !== undefined);
  return (
    <section className="pg-block" aria-label={say(["要点", "Facts"])}>
      <h3 className="pg-h3">
        {say(["要点", "Facts"])}
        {changed.length > 0 ? (
          <span className="pg-pill pg-pill-warn">{say([`${changed.length} 处变化`, `${changed.length} changed`])}</span>
        ) : null}
      </h3>
      <FactGrid
        lines
        facts={matchingFacts.map((fact) => {
          const value = (of: unknown) => <ValueText entity={entity} path={fact.named ? "" : fact.key} value={of} />;
          return {
            key: fact.key,
            label: fact.label,
            value: fact.old === undefined ? value(fact.value) : <Replaced old={value(fact.old)} by={value(fact.value)} />,
          };
        })}
      />
    </section>
  );
}
