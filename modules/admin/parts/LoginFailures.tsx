import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { ChartFrame } from "#kernel/web/part/ChartFrame.tsx";
import { PageFrame } from "#kernel/web/part/OwnPage.tsx";
import { Segmented } from "antd";
import { useState } from "react";

interface Failures {
  readonly days: readonly { readonly day: string; readonly failed: number; readonly accounts: number; readonly ok: number }[];
  readonly addresses: readonly { readonly ip: string; readonly failed: number; readonly accounts: number; readonly lastAt: string }[];
}

const spans = [7, 30, 90];

/** Sign-ins that failed: day by day, and from where. */
export function LoginFailures() {
  const say = useText();
  const [days, setDays] = useState(30);
  const load = useLoad(
    `login-failures:${days}`,
    async () => (await call<Failures>("baseServer/baseLogService/loginFailures", { days })).data,
  );
  return (
    <PageFrame
      title={say(["登录失败", "Failed sign-ins"])}
      buttons={
        <Segmented
          aria-label={say(["时间范围", "Period"])}
          value={days}
          options={spans.map((span) => ({ value: span, label: say([`近 ${span} 天`, `${span} days`]) }))}
          onChange={setDays}
        />
      }
    >
      <div className="pt-scroll" tabIndex={0} role="group" aria-label={say(["登录失败", "Failed sign-ins"])}>
        <PanelState load={load} empty="" isEmpty={() => false}>
          {(found) => <Found {...found} />}
        </PanelState>
      </div>
    </PageFrame>
  );
}

function Found({ days, addresses }: Failures) {
  const say = useText();
  const sum = days.reduce((all, day) => all + day.failed, 0);
  return (
    <>
      <ChartFrame
        question={say(["每天有多少次登录失败", "Failed sign-ins per day"])}
        answer={say([`共失败 ${sum} 次`, `${sum} failed in total`])}
        drawing={{
          shape: "columns",
          whole: true,
          labels: days.map((day) => day.day.slice(5)),
          series: [
            { label: say(["失败次数", "Failed"]), tone: "bad", line: true, values: days.map((day) => day.failed) },
            { label: say(["涉及账号", "Accounts"]), tone: "grey", line: true, values: days.map((day) => day.accounts) },
          ],
        }}
      />
      <ChartFrame
        question={say(["失败来自哪些地址", "From which addresses"])}
        note={say(["最多 20 个，旁边是最近一次的时间", "Top 20 with latest time"])}
        answer={addresses.map((address) => `${address.ip} ${address.failed}`).join(say(["，", ", "]))}
        drawing={{
          shape: "bars",
          whole: true,
          labels: addresses.map((address) => `${address.ip} · ${address.lastAt.slice(5, 16)}`),
          series: [
            { label: say(["失败次数", "Failed"]), tone: "bad", values: addresses.map((address) => address.failed) },
            { label: say(["涉及账号", "Accounts"]), tone: "grey", values: addresses.map((address) => address.accounts) },
          ],
        }}
      />
    </>
  );
}
