import type { Row } from "#kernel/page-document.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { Checkbox } from "antd";
import { Star } from "lucide-react";
import { byFamily, isOpenSquare, squareOf } from "../bill-type-matrix.ts";
import "./relation.css";

interface Props {
  readonly types: readonly Row[];
  readonly relations: readonly Row[];
  readonly wished: ReadonlyMap<string, boolean>;
  readonly chosen: string | null;
  readonly readOnly: boolean;
  wish(square: string, on: boolean): void;
  choose(square: string): void;
}

const typeName = (row: Row, english: boolean): string => String((english && row["billTypeNameEn"]) || row["billTypeName"] || "");

/** Source types down, target types across, family by family; what was pressed and not saved is amber. */
export function RelationMatrix({ types, relations, wished, chosen, readOnly, wish, choose }: Props) {
  const say = useText();
  const english = useLanguage((state) => state.language) === "EN";
  const family = useLookup("PUR_BILL_CATEGORY");
  const price = useLookup("PRICE_SOURCE");
  const groups = byFamily(types, relations);
  const known = new Map(relations.map((one) => [squareOf(one["sourceTypeId"], one["targetTypeId"]), one]));
  const sources = groups.slice(0, -1);
  const targets = groups.slice(1);
  const name = (row: Row) => typeName(row, english);
  const cell = (source: Row, target: Row) => {
    const square = squareOf(source["id"], target["id"]);
    const relation = known.get(square);
    const open = isOpenSquare(source, target);
    const key = String(target["id"]);
    if (!open && !relation) return <td key={key} className="bd-nocell" />;
    const was = relation?.["status"] === "EFFECTIVE";
    const on = wished.get(square) ?? was;
    const words = `${name(source)} → ${name(target)}`;
    return (
      <td key={key} data-changed={on !== was || undefined} data-chosen={square === chosen || undefined}>
        <Checkbox
          aria-label={words}
          checked={on}
          disabled={readOnly || (!open && !on)}
          onChange={(event) => wish(square, event.target.checked)}
        />
        {relation ? (
          <button type="button" className="bd-cell" title={say(["查看详情", "Details"])} onClick={() => choose(square)}>
            <span className="s-hidden">{words} </span>
            {relation["defaultFlag"] === "Y" ? <Star size={11} aria-label={say(["默认", "Default"])} /> : null}
            {was
              ? price.meaning(String(relation["priceSource"]))
              : say(relation["status"] === "DRAFT" ? ["拟定", "Draft"] : ["失效", "Invalid"])}
          </button>
        ) : null}
      </td>
    );
  };
  return (
    <div
      className="bd-matrix"
      tabIndex={0}
      role="region"
      aria-label={say(["单据类型关系矩阵", "Document type relations"])}
      data-keep-scroll
    >
      <table>
        <thead>
          <tr>
            <th rowSpan={2} scope="col">
              {say(["来源 ＼ 目标", "Source \\ target"])}
            </th>
            {targets.map((one) => (
              <th key={one.family} colSpan={one.types.length} scope="colgroup">
                {family.meaning(one.family)}
              </th>
            ))}
          </tr>
          <tr>
            {targets.flatMap((one) =>
              one.types.map((target) => (
                <th key={String(target["id"])} scope="col" title={name(target)}>
                  {name(target)}
                  <span className="pg-code">{String(target["billTypeCode"])}</span>
                </th>
              )),
            )}
          </tr>
        </thead>
        {sources.map((group) => (
          <tbody key={group.family}>
            <tr className="bd-family">
              <th scope="rowgroup" colSpan={1 + targets.reduce((sum, one) => sum + one.types.length, 0)}>
                {family.meaning(group.family)}
              </th>
            </tr>
            {group.types.map((source) => (
              <tr key={String(source["id"])}>
                <th scope="row" title={name(source)}>
                  {name(source)} <span className="pg-code">{String(source["billTypeCode"])}</span>
                </th>
                {targets.flatMap((one) => one.types.map((target) => cell(source, target)))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}
