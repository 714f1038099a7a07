import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { Button, Input } from "antd";
import { Play } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import { Copy } from "./Copy.tsx";
import "./access.css";

interface Tried {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | null;
  };
  readonly reply: {
    readonly http: number;
    readonly type: string;
    readonly ms: number;
    readonly size: number;
    readonly body: string | null;
  };
}

const samples: Readonly<Record<string, object>> = {
  listByPage: { pageIndex: 1, pageRows: 5 },
  pickByPage: { pageIndex: 1, pageRows: 5 },
  countViews: {},
};

function sampleOf(path: string): string {
  const name = path.split("/").at(-1) ?? "";
  return JSON.stringify(samples[name] ?? (/ById$|^history$|^whereUsed$|^delete$/.test(name) ? { id: "" } : {}), null, 2);
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

const asText = ({ request }: Tried): string =>
  [
    `${request.method} ${request.url}`,
    ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
    "",
    request.body ?? "",
  ].join("\n");

/** Sends the call as the person at the screen, through every check, and shows the signed request beside the answer. */
export function ApiTry({ model }: { readonly model: EditModel }) {
  const say = useText();
  const base = useStore(model.state, (state) => state.base);
  const [body, setBody] = useState(() => sampleOf(String(base?.["path"] ?? "")));
  const [tried, setTried] = useState<Tried | null>(null);
  const { busy, error, run } = useWork();
  if (!base) return <p className="pg-faint">{say(["保存后可以试用。", "Save first."])}</p>;
  if (base["serviceCode"] !== "BASE")
    return (
      <p className="pg-faint">
        {say(["这个接口由外部系统提供，不能在这里试用。", "Another system answers this call; it cannot be tried here."])}
      </p>
    );
  if (!model.viewer.may("btnTry")) return <p className="pg-faint">{say(["没有试用权限。", "You cannot try calls."])}</p>;
  const send = (): Promise<void> =>
    run(async () => {
      setTried(null);
      let content: unknown;
      try {
        content = JSON.parse(body === "" ? "{}" : body);
      } catch {
        throw new Error(say(["请求内容不是有效的 JSON", "The body is not valid JSON"]));
      }
      setTried((await call<Tried>("baseServer/baseApiService/tryCall", { id: base["id"], body: content })).data);
    });
  return (
    <div className="ac-try">
      <p className="ac-note ac-gap">
        {say(["以您自己的权限真实调用，会写入数据的接口也会真的写入。", "A real call with your own permissions: it can change data."])}
      </p>
      <label className="ac-label" htmlFor="api-try-body">
        {base["method"] === "GET" ? say(["查询参数（JSON）", "Query (JSON)"]) : say(["请求内容（JSON）", "Body (JSON)"])}
      </label>
      <Input.TextArea
        id="api-try-body"
        value={body}
        autoSize={{ minRows: 4, maxRows: 14 }}
        spellCheck={false}
        onChange={(event) => setBody(event.target.value)}
      />
      <div className="ac-try-foot">
        <Button type="primary" icon={<Play size={14} />} loading={busy} onClick={() => void send()}>
          {say(["发送", "Send"])}
        </Button>
        {tried ? (
          <span className={tried.reply.http < 400 ? "ac-ok" : "ac-bad"} role="status">
            HTTP {tried.reply.http} · {tried.reply.ms} ms · {tried.reply.size} B
          </span>
        ) : null}
      </div>
      {error ? (
        <p className="pg-error" role="alert">
          {error}
        </p>
      ) : null}
      {tried ? (
        <>
          <h3 className="pg-h3">{say(["应答", "Reply"])}</h3>
          <pre className="ac-json" tabIndex={0}>
            {tried.reply.body === null ? say([`二进制内容，${tried.reply.type}`, `Bytes, ${tried.reply.type}`]) : pretty(tried.reply.body)}
          </pre>
          <h3 className="pg-h3">
            {say(["签名后的请求", "The signed request"])}
            <span className="pg-h3-end">
              <Copy text={asText(tried)} label={say(["请求", "the request"])} />
            </span>
          </h3>
          <pre className="ac-json" tabIndex={0}>
            {asText(tried)}
          </pre>
        </>
      ) : null}
    </div>
  );
}
