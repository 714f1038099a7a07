import type { Entity } from "../../../entity.ts";
import { useText } from "../../language.ts";
import { entityCall } from "../entityCall.ts";
import { PageLink } from "../PageLink.tsx";
import { PanelState } from "./PanelState.tsx";
import { useLoad } from "./useLoad.ts";

/** Which documents refer to this one, with the list behind each number. */
export function WhereUsed({ entity, id }: { readonly entity: Entity; readonly id: string }) {
  const say = useText();
  const load = useLoad(`${entity.name}:${id}`, () => entityCall.whereUsed(entity, id));
  return (
    <PanelState load={load} empty={say(["没有单据引用它", "Not referenced"])} isEmpty={(list) => list.every((usage) => usage.count === 0)}>
      {(list) => (
        <ul className="pg-usage">
          {list
            .filter((usage) => usage.count > 0)
            .map((usage) => (
              <li key={`${usage.entity}${usage.route ?? ""}`}>
                {usage.route ? <PageLink href={`/main/${usage.route}`}>{usage.label}</PageLink> : <span>{usage.label}</span>}
                <span className="pg-figure">{usage.count}</span>
              </li>
            ))}
        </ul>
      )}
    </PanelState>
  );
}
