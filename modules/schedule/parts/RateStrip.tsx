import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { FigureStrip } from "#kernel/web/block/FigureStrip.tsx";

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
    <FigureStrip
      label={say(["近 30 天错误率", "Error rate of 30 days"])}
      figures={load.data.map(({ partner, direction, calls, failed, rate }) => ({
        key: `${partner} ${direction}`,
        label: `${partner ?? say(["未注明对方", "No partner named"])} · ${directions.meaning(direction)}`,
        value: `${rate}%`,
        note: say([`近 30 天 ${calls} 次，失败 ${failed}`, `${failed} of ${calls} failed, 30 days`]),
        ...(failed > 0 ? { tone: "error" } : {}),
      }))}
    />
  );
}
