import { Inline, Stack, Words } from "#kernel/web/block/layout.tsx";
import { Badge } from "#kernel/web/block/Notice.tsx";
import { useText } from "#kernel/web/language.ts";

interface Props {
  readonly firmPeriods: number;
  readonly materialPeriods: number;
}

/** What each zone binds both sides to: whoever promises reads it beside the figures. */
export function ZoneTerms({ firmPeriods: firm, materialPeriods: material }: Props) {
  const say = useText();
  return (
    <Stack gap="xs">
      {firm > 0 ? (
        <Inline>
          <Badge tone="warning">{say(["锁定", "Firm"])}</Badge>
          <Words size="small">
            {say([`前 ${firm} 期：需求不再下调，确须下调时说明原因。`, `First ${firm}: demand cannot be lowered without a reason.`])}
          </Words>
        </Inline>
      ) : null}
      {material > firm ? (
        <Inline>
          <Badge>{say(["备料", "Material"])}</Badge>
          <Words size="small">
            {say([`至第 ${material} 期：请按此备料，数量仍可调整。`, `To period ${material}: buy material; quantities can still change.`])}
          </Words>
        </Inline>
      ) : null}
      <Words size="small">
        {say(["其余时段仅供参考。预测不构成采购义务，以订单为准。", "Other periods are for information. Orders bind, forecasts do not."])}
      </Words>
    </Stack>
  );
}
