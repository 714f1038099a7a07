import type { Entity } from "../../../entity.ts";
import { fieldOf } from "../../../entity.ts";
import type { Row } from "../../../page-document.ts";
import { amountText, numberText } from "../../../page-format.ts";
import { useText } from "../../language.ts";

/** The amount a reader looks for first, with what it is called. */
export function KeyAmount({ entity, row }: { readonly entity: Entity; readonly row: Row }) {
  const say = useText();
  const key = entity.pages?.key;
  const field = key ? fieldOf(entity, key) : undefined;
  if (!key || !field || row[key] === null || row[key] === undefined || row[key] === "") return null;
  const currency = field.currency ? String(row[field.currency] ?? "") || undefined : undefined;
  return (
    <div className="pg-key">
      <b className="pg-figure">
        {field.kind === "money" || field.kind === "price" ? amountText(row[key], currency) : numberText(field, row[key])}
      </b>
      <span>
        {say(field.label)}
        {currency ? ` · ${currency}` : ""}
      </span>
    </div>
  );
}
