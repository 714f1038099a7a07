import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { FigureStrip } from "#kernel/web/block/FigureStrip.tsx";

interface Cost {
  readonly provider: string;
  readonly calls: number;
  readonly failed: number;
  readonly units: string;
  readonly cost: string;
}

/** This month by service: how often it was asked and what it cost. */
export function CostStrip() {
  const say = useText();
  const services = useLookup("THIRD_PARTY");
  const load = useLoad("third-party-cost", async () => (await call<readonly Cost[]>("baseServer/outsideService/cost")).data);
  if (!load.data?.length) return null;
  return (
    <FigureStrip
      label={say(["本月用量与费用", "Use and cost this month"])}
      figures={load.data.map(({ provider, cost, calls, failed }) => ({
        key: provider,
        label: services.meaning(provider),
        value: cost,
        note: (
          <>
            {say([`本月 ${calls} 次`, `${calls} calls this month`])}
            {failed > 0 ? <span className="pc-bad"> {say([`失败 ${failed}`, `${failed} failed`])}</span> : null}
          </>
        ),
      }))}
    />
  );
}
