import { X } from "lucide-react";
import type { Entity } from "../../../entity.ts";
import type { Filter } from "../../../page-filter.ts";
import { filterParams, usedFilters, withoutFilter } from "../../../page-filter.ts";
import { useText } from "../../language.ts";
import { useLoad } from "../document/useLoad.ts";
import { entityCall } from "../entityCall.ts";
import type { Filters } from "./useFilters.ts";
import { countText } from "./ViewTabs.tsx";
import { midSentence } from "../../../page-format.ts";

const most = 3;

/** Why nothing was found: each filter in force, and how many rows there would be without it. */
export function NoMatch({
  entity,
  list,
  filters,
}: {
  readonly entity: Entity;
  readonly list: string | undefined;
  readonly filters: Filters;
}) {
  const say = useText();
  const keyword = String(filters.applied["keyword"] ?? "").trim();
  const used = usedFilters(filters.all, filters.applied);
  const ways = [
    ...(keyword === "" ? [] : [{ key: "keyword", name: say(["关键字", "keyword"]), typed: { ...filters.applied, keyword: "" } }]),
    ...used.map((filter: Filter) => ({ key: filter.key, name: say(filter.field.label), typed: withoutFilter(filter, filters.applied) })),
  ].slice(0, most);
  const view = filters.params["view"];
  const load = useLoad(JSON.stringify(filters.params), () =>
    Promise.all(
      ways.map(async (way) => {
        const { page } = await entityCall.page(entity, {
          ...filterParams(filters.all, way.typed),
          pageIndex: 1,
          pageRows: 1,
          ...(view ? { view } : {}),
          ...(list ? { list } : {}),
        });
        return { key: way.key, count: page?.count ?? 0, capped: page?.["capped"] === true };
      }),
    ),
  );
  if (ways.length === 0) return null;
  return (
    <div className="pg-nomatch" role="status">
      <span>{say(["没有符合的数据。", "No match."])}</span>
      {ways.map((way) => {
        const found = load.data?.find((candidate) => candidate.key === way.key);
        return found?.count === 0 ? null : (
          <button key={way.key} type="button" className="pg-chip" onClick={() => filters.apply(way.typed)}>
            {say([`去掉「${way.name}」`, `Without ${midSentence(way.name)}`])}
            {found ? say([`，看 ${countText(found)} 条`, `: ${countText(found)}`]) : null}
            <X size={12} aria-hidden />
          </button>
        );
      })}
    </div>
  );
}
