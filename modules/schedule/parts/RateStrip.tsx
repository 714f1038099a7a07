import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";

interface Rate {
  readonly partner: string | null;
  readonly direction: string;
  readonly calls: number;
  readonly failed: number;
  readonly rate: string;
}

/** The last thirty days by partner: how many messages failed. */
export function RateStrip() {
  const say = useText();
  const directions = useLookup("INTERFACE_DIRECTION");
  const load = useLoad("interface-rates", async () => (await call<readonly Rate[]>("baseServer/outsideService/rates")).data);
  if (!load.data?.length) return null;
  return (
    <dl className="sc-costs" aria-label={say(["近 30 天错误率", "Error rate of 30 days"])}>
      {load.data.map((one) => (
        <div key={`${one.partner} ${one.direction}`}>
          <dt>
            {one.partner ?? say(["未注明对方", "No partner named"])} · {directions.meaning(one.direction)}
          </dt>
          <dd className={one.failed > 0 ? "pc-bad" : undefined}>{one.rate}%</dd>
          <dd className="pg-faint">
            {say([`近 30 天 ${one.calls} 次，失败 ${one.failed}`, `${one.failed} of ${one.calls} failed, 30 days`])}
          </dd>
        </div>
      ))}
    </dl>
  );
}
