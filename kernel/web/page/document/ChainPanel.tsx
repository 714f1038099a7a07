import type { Entity } from "../../../entity.ts";
import type { Row } from "../../../page-document.ts";
import { titleOf } from "../../../page-document.ts";
import { stateOf } from "../../../page.ts";
import { useText } from "../../language.ts";
import { PageLink } from "../PageLink.tsx";
import { hrefOf, referredBy, targetOf } from "../records.ts";
import { StatusTag } from "../StatusTag.tsx";
import { WhereUsed } from "./WhereUsed.tsx";

/** Where a document comes from and what came of it: the documents it refers to, itself, and those that refer to it. */
export function ChainPanel({ entity, row }: { readonly entity: Entity; readonly row: Row }) {
  const say = useText();
  const sources = Object.entries(entity.fields).filter(
    ([key, field]) => field.kind === "ref" && row[key] && targetOf(field.target)?.pages.edit,
  );
  return (
    <ol className="pg-chain">
      <li>
        <h3 className="pg-h3">{say(["来源", "Source"])}</h3>
        {sources.length === 0 ? (
          <p className="pg-faint">{say(["没有上游单据", "No source documents"])}</p>
        ) : (
          <ul className="pg-usage">
            {sources.map(([key, field]) => {
              const { id, code, name } = referredBy(key, row);
              return (
                <li key={key}>
                  <span className="pg-faint">{say(field.label)}</span>
                  <PageLink href={hrefOf(field, id)!}>{code || name || id}</PageLink>
                </li>
              );
            })}
          </ul>
        )}
      </li>
      <li className="pg-chain-here">
        <h3 className="pg-h3">{say(["本单", "This document"])}</h3>
        <p>
          {titleOf(entity, row).main} {entity.states ? <StatusTag entity={entity} code={stateOf(entity, row)} /> : null}
        </p>
      </li>
      <li>
        <h3 className="pg-h3">{say(["去向", "Leads to"])}</h3>
        <WhereUsed entity={entity} id={String(row["id"])} />
      </li>
    </ol>
  );
}
