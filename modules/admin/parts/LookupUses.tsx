import type { Entity } from "#kernel/entity.ts";
import { collections } from "#kernel/entity.ts";
import type { Text } from "#kernel/text.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { entities } from "virtual:declared-entities";
import { loadEntity } from "#kernel/web/page/records.ts";

interface Use {
  readonly entity: Text;
  readonly field: Text;
  readonly route: string | undefined;
}

const fieldsIn = (e: Entity, type: string): readonly Text[] => [
  ...Object.values(e.fields)
    .filter((field) => field.lookup === type)
    .map((field) => field.label),
  ...Object.values(collections(e)).flatMap((line) =>
    fieldsIn(line, type).map((label): Text => [`${line.label[0]} · ${label[0]}`, `${line.label[1]} · ${label[1]}`]),
  ),
];

/** Which fields of which records choose from this type; the declarations themselves are asked, once and only when somebody wants to know. */
async function readUses(type: string): Promise<readonly Use[]> {
  const found = await Promise.all(
    Object.entries(entities).map(async ([name, declaredEntity]) => {
      const entity = await loadEntity(name);
      return entity === undefined
        ? []
        : fieldsIn(entity, type).map((field): Use => ({ entity: declaredEntity.label, field, route: declaredEntity.pages.list }));
    }),
  );
  return found.flat();
}

/** Where a lookup type is used, field by field, with the list behind each. */
export function LookupUses({ type }: { readonly type: string }) {
  const say = useText();
  const load = useLoad(`uses:${type}`, () => readUses(type));
  return (
    <PanelState load={load} empty={say(["没有字段使用这个类型", "Not used by any field"])} isEmpty={(list) => list.length === 0}>
      {(list) => (
        <ul className="pg-usage">
          {list.map((use) => (
            <li key={use.entity[1] + use.field[1]}>
              {use.route ? <PageLink href={`/main/${use.route}`}>{say(use.entity)}</PageLink> : <span>{say(use.entity)}</span>}
              <span>{say(use.field)}</span>
            </li>
          ))}
        </ul>
      )}
    </PanelState>
  );
}
