import { Inline, Stack } from "#kernel/web/block/layout.tsx";
import { ref } from "#kernel/field.ts";
import type { Row } from "#kernel/page-document.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { menuForRoute, useMenus } from "#kernel/web/menus.ts";
import { RefInput } from "#kernel/web/page/field/RefInput.tsx";
import { pageOf } from "#kernel/web/pages.ts";
import { Steps } from "#kernel/web/part/Steps.tsx";
import type { StepRow } from "#kernel/web/part/Steps.tsx";
import { useWork } from "#kernel/web/part/useWork.ts";
import { Button } from "antd";
import { useState } from "react";

const person = ref("BaseUsers", "收件人", "Receiver");

interface Answer {
  readonly allowed: boolean;
  readonly steps: readonly { readonly kind: string; readonly ok: boolean; readonly label: string; readonly why: string }[];
}

/** Does the link lead somewhere, and may the one who gets it go there? */
export function LinkTest({ route }: { readonly route: string }) {
  const say = useText();
  const path = route.split("?")[0]!;
  const menus = useMenus((state) => state.flat);
  const menu = menuForRoute(menus, path);
  const [row, setRow] = useState<Row>({});
  const [answer, setAnswer] = useState<Answer | null>(null);
  const { busy, error, run } = useWork();
  if (path === "")
    return (
      <p className="pg-faint pg-panel-empty">
        {say(["没有链接：收到的人只能读，不能从消息打开页面。", "No link: recipients can read the message but not open a page from it."])}
      </p>
    );
  const exists = pageOf(path) !== undefined;
  const steps: StepRow[] = [
    { key: "page", ok: exists, title: say(["页面存在", "The page exists"]), note: path },
    {
      key: "menu",
      ok: exists ? menu !== undefined : null,
      title: say(["有菜单通向它", "Reachable from the menu"]),
      note: menu?.name ?? say(["您当前的职责没有这个菜单", "Your responsibility has no such menu"]),
    },
    ...(answer?.steps ?? []).map((step, at) => ({ key: `${step.kind}${at}`, ok: step.ok, title: step.label, note: step.why })),
  ];
  const ask = (): Promise<void> =>
    run(async () =>
      setAnswer((await call<Answer>("baseServer/baseUsersService/explainAccess", { userId: row.personId, menuCode: menu?.menuCode })).data),
    );
  return (
    <Stack>
      <RefInput
        field={person}
        fieldKey="personId"
        row={row}
        label={say(person.label)}
        placeholder={say(["选一位收件人", "Choose a receiver"])}
        window={false}
        patch={(patch) => (setRow(patch), setAnswer(null))}
      />
      <Inline>
        <Button disabled={!row.personId || !menu} loading={busy} onClick={() => void ask()}>
          {say(["能打开吗？", "Access check"])}
        </Button>
      </Inline>
      {error ? <p className="pc-bad">{error}</p> : null}
      <Steps steps={steps} label={["链接检查", "Link check"]} />
    </Stack>
  );
}
