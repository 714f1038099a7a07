import { call } from "#kernel/web/call.ts";
import { CodeBlock } from "#kernel/web/block/CodeBlock.tsx";
import { Labelled } from "#kernel/web/block/Labelled.tsx";
import { Inline, Stack, Words } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { Button, Input } from "antd";
import { Play } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import type { api } from "../api.entity.ts";

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

const asText = ({ request }: Tried): string =>
  [
    `${request.method} ${request.url}`,
    ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
    "",
    request.body ?? "",
  ].join("\n");

/** Sends the call as the person at the screen, through every check, and shows the signed request beside the answer. */
export function ApiTry({ model }: { readonly model: EditModel<typeof api> }) {
  const say = useText();
  const base = useStore(model.state, (state) => state.base);
  const [body, setBody] = useState(() => sampleOf(String(base?.path ?? "")));
  const [tried, setTried] = useState<Tried | null>(null);
  const { busy, error, run } = useWork();
  if (!base) return <p className="pg-faint">{say(["保存后可以试用。", "Save first."])}</p>;
  if (base.serviceCode !== "BASE")
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
      setTried((await call<Tried>("baseServer/baseApiService/tryCall", { id: base.id, body: content })).data);
    });
  return (
    <Stack>
      <Words size="small">
        {say(["以您自己的权限真实调用，会写入数据的接口也会真的写入。", "A real call with your own permissions: it can change data."])}
      </Words>
      <Labelled label={base.method === "GET" ? say(["查询参数（JSON）", "Query (JSON)"]) : say(["请求内容（JSON）", "Body (JSON)"])}>
        <Input.TextArea
          value={body}
          autoSize={{ minRows: 4, maxRows: 14 }}
          spellCheck={false}
          className="bk-typed-code"
          onChange={(event) => setBody(event.target.value)}
        />
      </Labelled>
      <Inline>
        <Button type="primary" icon={<Play size={14} />} loading={busy} onClick={() => void send()}>
          {say(["发送", "Send"])}
        </Button>
        {tried ? (
          <Words tone={tried.reply.http < 400 ? "success" : "error"} role="status">
            HTTP {tried.reply.http} · {tried.reply.ms} ms · {tried.reply.size} B
          </Words>
        ) : null}
      </Inline>
      {error ? (
        <p className="pg-error" role="alert">
          {error}
        </p>
      ) : null}
      {tried ? (
        <>
          <CodeBlock
            label={say(["应答", "Reply"])}
            value={tried.reply.body ?? say([`二进制内容，${tried.reply.type}`, `Bytes, ${tried.reply.type}`])}
          />
          <CodeBlock label={say(["签名后的请求", "The signed request"])} value={asText(tried)} />
        </>
      ) : null}
    </Stack>
  );
}
