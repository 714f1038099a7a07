import { Unplug } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { FRAME_SANDBOX, originOf } from "../../iframe.ts";
import { call, messageOf } from "../call.ts";
import { useText } from "../language.ts";
import { useMenus } from "../menus.ts";
import { useTab } from "../tabs.ts";
import { useFrame, useFrameOrigins } from "./useFrame.ts";

/** A menu that leads outside, shown inside its tab; the address is made by the server and lives ten minutes. */
export function IframePage() {
  const t = useText();
  const tab = useTab();
  const menu = useMenus((state) => state.flat.find((candidate) => candidate.menuId === tab.menuId));
  const known = useMenus((state) => state.state === "ready" || state.state === "failed");
  const origins = useFrameOrigins();
  const frame = useRef<HTMLIFrameElement>(null);
  const [url, setUrl] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [height, setHeight] = useState<number | null>(null);
  const { setTitle, menuId, key } = tab;
  const pageName = menu?.menuCode;

  useEffect(() => {
    if (pageName === undefined || url !== null) return;
    if (menu) setTitle(menu.name);
    call<{ url: string }>("baseServer/baseLoginService/buildExternalUrl", { pageName, menuId }).then(
      ({ data }) => setUrl(data.url),
      (cause: unknown) => setError(messageOf(cause)),
    );
  }, [pageName, menuId, url, setTitle, menu]);

  const onTitle = useCallback((title: string) => title !== "" && setTitle(title), [setTitle]);
  useFrame(frame, { url, origins, menuId, tabKey: key, onTitle, onHeight: setHeight });

  if (error !== null) return <FrameProblem text={error} />;
  if (known && menu === undefined)
    return (
      <FrameProblem
        text={t(["地址没有指明菜单，请从左侧菜单打开。", "The address does not match any page. Open it from the menu on the left."])}
      />
    );
  if (url === null || origins === null) return null;
  const origin = originOf(url);
  if (origin === null || !origins.includes(origin))
    return (
      <FrameProblem
        text={t([`来源 ${origin ?? url} 不在允许嵌入的名单里。`, `${origin ?? url} is not on the list of pages that can be embedded.`])}
      />
    );
  return (
    <iframe
      ref={frame}
      className="s-frame"
      style={height === null ? undefined : { height }}
      src={url}
      title={menu?.name ?? ""}
      sandbox={FRAME_SANDBOX}
      referrerPolicy="strict-origin"
    />
  );
}

export function FrameProblem({ text }: { readonly text: string }) {
  const t = useText();
  return (
    <div className="s-state" role="alert">
      <span className="s-state-icon" data-tone="error">
        <Unplug size={20} aria-hidden />
      </span>
      <h1>{t(["外部页面打不开", "The external page cannot be opened"])}</h1>
      <p>{text}</p>
    </div>
  );
}
