import type { Entity } from "../../entity.ts";
import type { Row } from "../../page-document.ts";
import type { Seen } from "../../seen.ts";
import { useChanged } from "../page/changes.ts";
import { useLoad } from "../page/document/useLoad.ts";
import type { Loaded } from "../page/document/useLoad.ts";
import { entityCall } from "../page/entityCall.ts";

/** Rows of an entity for a panel or a tree, asked once per question and again when one of them changes; null asks nothing. */
export function useRows<E extends Entity>(entity: E, query: Row | null): Loaded<readonly Seen<E>[]> {
  const key = query === null ? "" : `${entity.name}:${JSON.stringify(query)}`;
  const load = useLoad<readonly Seen<E>[]>(key, async () =>
    query === null ? [] : (await entityCall.page(entity, { pageIndex: 1, pageRows: 200, ...query })).data,
  );
  useChanged(entity.name, load.again);
  return load;
}
