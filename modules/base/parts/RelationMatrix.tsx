import { Inline } from "#kernel/web/block/layout.tsx";
import { Badge } from "#kernel/web/block/Notice.tsx";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { Button, Checkbox } from "antd";
import { Star } from "lucide-react";
import { byFamily, isOpenSquare, squareOf, type BillType, type Relation } from "../bill-type-matrix.ts";

interface Props {
  readonly types: readonly BillType[];
  readonly relations: readonly Relation[];
  readonly wished: ReadonlyMap<string, boolean>;
  readonly chosen: string | null;
  readonly readOnly: boolean;
  wish(square: string, on: boolean): void;
  choose(square: string): void;
}

/** A type with its family. */
interface Placed {
  readonly of: string;
  readonly type: BillType;
}

const typeName = (row: BillType, english: boolean): string => String((english && row.billTypeNameEn) || row.billTypeName || "");

/** Source types down, target types across, family by family; what was pressed and not saved is amber. */
export function RelationMatrix({ types, relations, wished, chosen, readOnly, wish, choose }: Props) {
  const say = useText();
  const english = useLanguage((state) => state.language) === "EN";
  const family = useLookup("PUR_BILL_CATEGORY");
  const price = useLookup("PRICE_SOURCE");
  const groups = byFamily(types, relations);
  const known = new Map(relations.map((relation) => [squareOf(relation.sourceTypeId, relation.targetTypeId), relation]));
  const sources: readonly Placed[] = groups.slice(0, -1).flatMap(({ family: of, types: rows }) => rows.map((type) => ({ of, type })));
  const targets = groups.slice(1).flatMap(({ family: of, types: rows }) => rows.map((type) => ({ of, type })));
  const name = (row: BillType) => typeName(row, english);
  const cell = (source: BillType, target: BillType) => {
    const square = squareOf(source.id, target.id);
    const relation = known.get(square);
    const open = isOpenSquare(source, target);
    if (!open && !relation) return null;
    const was = relation?.status === "EFFECTIVE";
    const on = wished.get(square) ?? was;
    const words = `${name(source)} → ${name(target)}`;
    return (
      <Inline noWrap gap="xs">
        <Checkbox
          aria-label={words}
          checked={on}
          disabled={readOnly || (!open && !on)}
          onChange={(event) => wish(square, event.target.checked)}
        />
        {relation ? (
          <Button type="text" size="small" title={say(["查看详情", "Details"])} onClick={() => choose(square)}>
            <span className="s-hidden">{words} </span>
            <Badge tone={square === chosen ? "info" : "neutral"}>
              {relation.defaultFlag === "Y" ? <Star size={11} aria-label={say(["默认", "Default"])} /> : null}
              {was ? price.meaning(relation.priceSource) : say(relation.status === "DRAFT" ? ["拟定", "Draft"] : ["失效", "Invalid"])}
            </Badge>
          </Button>
        ) : null}
        {on === was ? null : <Badge tone="warning">{say(["未保存", "Unsaved"])}</Badge>}
      </Inline>
    );
  };
  return (
    <PlainTable
      pinned
      dense
      most="calc(100vh - 220px)"
      label={say(["单据类型关系矩阵", "Document type relations"])}
      rows={sources}
      rowKey={({ type }) => type.id}
      group={({ of }, at) => (of === sources[at - 1]?.of ? null : family.meaning(of))}
      columns={[
        {
          key: "source",
          title: say(["来源 ＼ 目标", "Source \\ target"]),
          width: 220,
          noWrap: true,
          cell: ({ type }) => (
            <span title={name(type)}>
              {name(type)} <span className="pg-code">{type.billTypeCode}</span>
            </span>
          ),
        },
        ...targets.map(({ of, type: target }, at) => ({
          key: target.id,
          noWrap: true,
          title: (
            <>
              {of === targets[at - 1]?.of ? null : <b>{family.meaning(of)} · </b>}
              {name(target)} <span className="pg-code">{target.billTypeCode}</span>
            </>
          ),
          cell: ({ type: source }: Placed) => cell(source, target),
        })),
      ]}
    />
  );
}
