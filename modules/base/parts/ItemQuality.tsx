import { Inline, Words } from "#kernel/web/block/layout.tsx";
import { Badge } from "#kernel/web/block/Notice.tsx";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import type { ListContext } from "#kernel/web/page/slots.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { WorkError } from "#kernel/web/part/WorkError.tsx";
import { toast } from "#kernel/web/message.ts";
import type { Text } from "#kernel/text.ts";
import { Button } from "antd";
import { CopyCheck } from "lucide-react";
import { useState } from "react";

interface Quality {
  readonly active: number;
  readonly lacking: Readonly<Record<string, number>>;
}

const path = "srmServer/v1/srmBaseItemRestful";
const checks: readonly (readonly [code: string, label: Text])[] = [
  ["CATEGORY", ["末级品类", "Leaf category"]],
  ["BUYER", ["采购员", "Buyer"]],
  ["TAX", ["税率", "Tax rate"]],
  ["UNIT", ["单位换算", "Conversion"]],
];

/** A tenth of a percent; never a hundred while one is lacking. */
const shareOf = (active: number, lacking: number): string =>
  lacking === 0 ? "100%" : `${Math.min(99.9, Math.floor(((active - lacking) * 1000) / active) / 10).toFixed(1)}%`;

/** How complete the active items are, one figure for each thing that must be known; a press shows those that lack it, a second one all again. */
export function ItemQuality({ context }: { readonly context: ListContext }) {
  const say = useText();
  const work = useWork();
  const [chosen, setChosen] = useState("");
  const load = useLoad("item.quality", async () => (await call<Quality>(`${path}/quality`, {})).data);
  const narrowed = "ids" in context.filter;
  const show = (code: string, label: Text, name: string, body: object): void => {
    const { ids: _, ...rest } = context.filter;
    if (narrowed && chosen === code) return context.setFilter(rest);
    void work.run(async () => {
      const { data } = await call<readonly string[]>(`${path}/${name}`, body);
      if (data.length === 0) return toast.success([`${label[0]}：没有发现`, `${label[1]}: nothing found`]);
      setChosen(code);
      context.setFilter({ ids: [...data] });
    });
  };
  const quality = load.data;
  return (
    <Inline role="group" label={say(["物料数据质量", "Item data quality"])}>
      {quality && quality.active > 0 ? (
        <>
          <Words size="small">{say([`有效物料 ${quality.active} 项`, `${quality.active} active items`])}</Words>
          {checks.map(([code, label]) => {
            const lacking = quality.lacking[code] ?? 0;
            if (lacking === 0)
              return (
                <Badge key={code}>
                  {say(label)} {shareOf(quality.active, lacking)}
                </Badge>
              );
            const pressed = narrowed && chosen === code;
            return (
              <Button
                key={code}
                size="small"
                shape="round"
                {...(pressed ? { type: "primary", ghost: true } : {})}
                aria-pressed={pressed}
                title={say([`${lacking} 项不完整，点击查看`, `${lacking} incomplete; click to list them`])}
                onClick={() => show(code, label, "lacking", { check: code })}
              >
                {say(label)} <b>{shareOf(quality.active, lacking)}</b>
                <Words tone="error">{say([`缺 ${lacking}`, `${lacking} missing`])}</Words>
              </Button>
            );
          })}
        </>
      ) : null}
      {context.viewer.may("btnDupCheck") ? (
        <Button
          size="small"
          shape="round"
          icon={<CopyCheck size={13} aria-hidden />}
          aria-pressed={narrowed && chosen === "TWICE"}
          onClick={() => show("TWICE", ["查重", "Duplicates"], "listDuplicates", {})}
        >
          {say(["查重", "Find duplicates"])}
        </Button>
      ) : null}
      <WorkError of={work} />
    </Inline>
  );
}
