import { call } from "#kernel/web/call.ts";
import { FactGrid } from "#kernel/web/block/FactGrid.tsx";
import { Inline, Stack, Words } from "#kernel/web/block/layout.tsx";
import { Notice } from "#kernel/web/block/Notice.tsx";
import { useText } from "#kernel/web/language.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import type { Text } from "#kernel/text.ts";
import { Button } from "antd";
import { FlaskConical, LoaderCircle } from "lucide-react";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import type { sso } from "../sso.entity.ts";

interface Result {
  readonly done: boolean;
  readonly ok?: boolean;
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly match?: { readonly reason: string; readonly account: { readonly userName: string; readonly displayName: string } | null } | null;
  readonly error?: string | null;
}

const reasons: Readonly<Record<string, Text>> = {
  LINKED: ["主体已绑定该账号", "The subject is linked to this account"],
  MATCHED: ["匹配到该账号，首次登录时绑定", "This account matches; it is linked at the first sign-in"],
  PROVISION: ["没有对应账号，登录时会自动开通", "No account yet; one would be created at sign-in"],
  NO_SUBJECT: ["令牌里没有主体声明", "The token has no subject claim"],
  EMAIL_UNVERIFIED: [
    "身份源没有确认邮箱已验证，不能按邮箱匹配",
    "The source does not confirm the e-mail as verified, so it cannot be used for matching",
  ],
  DOMAIN: ["邮箱域不在允许范围", "The e-mail domain is not allowed"],
  NO_ACCOUNT: ["没有对应账号", "No account matches"],
  AMBIGUOUS: ["有多个账号符合，不能确定是哪一个", "Several accounts match"],
  AUDIENCE: ["账号不属于该身份源的适用方", "The account belongs to the other side (internal or supplier)"],
  DISABLED: ["账号已停用", "The account is disabled"],
  LINKED_OTHER: ["账号已绑定此身份源的另一主体", "The account is linked to another subject of this source"],
};
const pollMs = 1_500;

/** A trial sign-in in another window; here stands what came back and whom it would sign in. Nobody is signed in by it. */
export function SsoTest({ model }: { readonly model: EditModel<typeof sso> }) {
  const say = useText();
  const id = useStore(model.state, (state) => (state.base ? String(state.base.id) : null));
  const unsaved = useStore(model.state, (state) => state.unsaved);
  const [testId, setTestId] = useState<string | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const { busy, error, run } = useWork();
  const waits = testId !== null && result === null;
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => {
      call<Result>("baseServer/baseSsoService/testResult", { testId }).then(
        ({ data }) => {
          if (!data.done) return;
          setResult(data);
          tellChanged({ entity: model.entity.name, id: id! });
        },
        () => undefined,
      );
    }, pollMs);
    return () => clearInterval(timer);
  }, [waits, testId, id, model.entity.name]);
  const begin = (): Promise<void> =>
    run(async () => {
      setResult(null);
      setTestId(null);
      const { data } = await call<{ testId: string; url: string }>("baseServer/baseSsoService/test", { id });
      window.open(data.url, "_blank", "noopener");
      setTestId(data.testId);
    });
  if (id === null) return <p className="pg-faint">{say(["保存后可以测试。", "Save first."])}</p>;
  return (
    <Stack>
      <Words as="p" size="small">
        {say([
          "在新窗口里走完整个登录过程，显示身份源给出的声明和匹配到的账号；不建立会话，也不绑定账号。",
          "Runs the full sign-in in another window and shows the claims and the matching account. No session is created and nothing is linked.",
        ])}
      </Words>
      <Inline>
        <Button type="primary" icon={<FlaskConical size={14} />} loading={busy} disabled={unsaved > 0} onClick={() => void begin()}>
          {say(["测试登录", "Test sign-in"])}
        </Button>
        {unsaved > 0 ? <span className="pg-faint">{say(["先保存修改", "Save the changes first"])}</span> : null}
      </Inline>
      {error ? (
        <p className="pg-error" role="alert">
          {error}
        </p>
      ) : null}
      {waits ? <Notice icon={LoaderCircle}>{say(["等待新窗口里的登录完成", "Waiting for the sign-in in the other window"])}</Notice> : null}
      {result ? <Outcome result={result} /> : null}
    </Stack>
  );
}

function Outcome({ result }: { readonly result: Result }) {
  const say = useText();
  const { ok = false, match, error, claims = {} } = result;
  return (
    <Stack role="status">
      <Notice tone={ok ? "success" : "error"}>
        <b>
          {error
            ? say([`身份令牌校验失败：${error}`, `Identity token invalid: ${error}`])
            : say(reasons[match?.reason ?? "NO_SUBJECT"] ?? ["未通过", "Failed"])}
        </b>
      </Notice>
      {match?.account ? (
        <p>
          {match.account.displayName} <span className="pg-faint">{match.account.userName}</span>
        </p>
      ) : null}
      {Object.keys(claims).length > 0 ? (
        <>
          <h3 className="pg-h3">{say(["声明", "Claims"])}</h3>
          <FactGrid
            lines
            facts={Object.entries(claims).map(([key, value]) => ({
              key,
              label: key,
              value: typeof value === "object" ? JSON.stringify(value) : String(value),
            }))}
          />
        </>
      ) : null}
    </Stack>
  );
}
