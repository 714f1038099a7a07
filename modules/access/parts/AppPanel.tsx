import type { Seen } from "#kernel/seen.ts";
import { call } from "#kernel/web/call.ts";
import { CopyText } from "#kernel/web/block/CopyText.tsx";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Inline, Words } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import { confirm, toast } from "#kernel/web/message.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { Facts } from "#kernel/web/page/document/Facts.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import type { ListContext } from "#kernel/web/page/slots.ts";
import { useRows } from "#kernel/web/part/useRows.ts";
import { Button } from "antd";
import { KeyRound, Ticket } from "lucide-react";
import { oauthApp, oauthToken } from "../oauth.entity.ts";

interface Props {
  readonly row: Seen<typeof oauthApp>;
  readonly context: ListContext<typeof oauthApp>;
  /** Shows a new secret, once. */
  show(secret: NewSecret): void;
}

export interface NewSecret {
  readonly appName: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly earlierValidHours: number;
}

/** One app beside the list: facts, its secret, the calls it may make, and the tokens it holds now. */
export function AppPanel({ row, context, show }: Props) {
  const say = useText();
  const id = String(row.id);
  const load = useLoad(`app:${id}`, () => entityCall.find(oauthApp, id));
  useChanged(oauthApp.name, load.again);
  const app = { ...row, ...load.data };
  const apis = load.data?.apis ?? [];
  return (
    <>
      <Facts entity={oauthApp} row={app} audience={context.viewer.audience} most={8} />
      <CopyText text={String(app.clientId)} label={say(["客户端编号", "the client id"])} />
      <Secret app={app} context={context} show={show} again={load.again} />
      <PanelState load={load} empty="" isEmpty={() => false}>
        {() => (
          <section className="pc-section" aria-label={say(["可调用的接口", "Calls it may make"])}>
            <h3 className="pg-h3">
              {say(["可调用的接口", "Calls it may make"])} <span className="pg-count">{apis.length}</span>
            </h3>
            {apis.length === 0 ? (
              <p className="pg-faint">
                {say([
                  "还没有选择接口，任何调用都会被拒绝。编辑应用可添加。",
                  "None yet: every call is refused. Edit the app to add some.",
                ])}
              </p>
            ) : (
              <ItemList>
                {apis.map((api) => (
                  <Item key={String(api.id)} title={String(api.apiName ?? "")} note={String(api.apiCode ?? "")} />
                ))}
              </ItemList>
            )}
          </section>
        )}
      </PanelState>
      <Tokens id={id} mayRevoke={context.viewer.may("btnRevoke")} />
    </>
  );
}

interface SecretProps extends Omit<Props, "row"> {
  readonly app: Seen<typeof oauthApp>;
  again(): void;
}

/** The state of the secret, and the way to a new one. */
function Secret({ app, context, show, again }: SecretProps) {
  const say = useText();
  const has = Boolean(app.secretHint);
  const rotate = async (): Promise<void> => {
    if (
      has &&
      !(await confirm({
        title: [`更换 ${String(app.appName)} 的密钥？`, `Rotate the secret of ${String(app.appName)}?`],
        text: ["旧密钥和它取得的令牌再有效 24 小时。", "The old secret and its tokens stay valid for 24 hours."],
        confirm: ["更换密钥", "Rotate"],
        danger: true,
      }))
    )
      return;
    try {
      const { data } = await call<Omit<NewSecret, "appName">>("baseServer/baseOauthService/rotateSecret", { id: app.id });
      show({ ...data, appName: String(app.appName) });
      again();
      context.reload();
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <section className="pc-section" aria-label={say(["密钥", "Secret"])}>
      <h3 className="pg-h3">{say(["密钥", "Secret"])}</h3>
      <Words as="p" size="small">
        {has
          ? say([
              `尾号 ${String(app.secretHint)}，生成于 ${String(app.secretAt ?? "").slice(0, 16)}`,
              `Ends with ${String(app.secretHint)}, made ${String(app.secretAt ?? "").slice(0, 16)}`,
            ])
          : say(["还没有密钥，生成后应用才能取令牌。", "No secret yet: the app cannot fetch tokens."])}
      </Words>
      {app.prevValidUntil ? (
        <Words as="p" size="small" tone="warning">
          {say([
            `上一密钥有效至 ${String(app.prevValidUntil).slice(0, 16)}`,
            `The earlier secret is valid until ${String(app.prevValidUntil).slice(0, 16)}`,
          ])}
        </Words>
      ) : null}
      {context.viewer.may("btnRotate") ? (
        <Inline>
          <Button size="small" icon={<KeyRound size={13} />} onClick={() => void rotate()}>
            {has ? say(["更换密钥", "Rotate secret"]) : say(["生成密钥", "Make a secret"])}
          </Button>
        </Inline>
      ) : null}
    </section>
  );
}

/** Tokens that were handed out lately; only their last characters are known. */
function Tokens({ id, mayRevoke }: { readonly id: string; readonly mayRevoke: boolean }) {
  const say = useText();
  const load = useRows(oauthToken, { appId: [id], pageRows: 20 });
  const rows = load.data ?? [];
  const revoke = async (row: Seen<typeof oauthToken>): Promise<void> => {
    try {
      await entityCall.act(oauthToken, "doRevoke", { id: row.id, versionNum: row.versionNum });
      load.again();
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <section className="pc-section" aria-label={say(["令牌", "Tokens"])}>
      <h3 className="pg-h3">
        {say(["令牌", "Tokens"])} <span className="pg-count">{rows.length}</span>
      </h3>
      {rows.length === 0 ? (
        <p className="pg-faint">{say(["还没有签发过令牌。", "No token issued yet."])}</p>
      ) : (
        <ItemList>
          {rows.map((row) => (
            <Item
              key={row.id}
              lead={<Ticket size={15} aria-hidden />}
              title={`…${row.tokenHint} · ${row.clientIp ?? "–"}`}
              note={`${String(row.issuedAt).slice(5, 16)} → ${String(row.expiresAt).slice(5, 16)}${row.revokedAt ? ` · ${say(["已吊销", "revoked"])}` : ""}`}
              end={
                mayRevoke && !row.revokedAt ? (
                  <Button size="small" danger onClick={() => void revoke(row)}>
                    {say(["吊销", "Revoke"])}
                  </Button>
                ) : undefined
              }
            />
          ))}
        </ItemList>
      )}
    </section>
  );
}
