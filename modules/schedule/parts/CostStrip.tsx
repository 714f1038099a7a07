import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";

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
    <dl className="sc-costs" aria-label={say(["本月用量与费用", "Use and cost this month"])}>
      {load.data.map((one) => (
        <div key={one.provider}>
          <dt>{services.meaning(one.provider)}</dt>
          <dd>{one.cost}</dd>
          <dd className="pg-faint">
            {say([`本月 ${one.calls} 次`, `${one.calls} calls this month`])}
            {one.failed > 0 ? <span className="pc-bad"> {say([`失败 ${one.failed}`, `${one.failed} failed`])}</span> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}
