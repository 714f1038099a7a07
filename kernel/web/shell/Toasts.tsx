import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import { FixLink } from "../FixLink.tsx";
import { useText } from "../language.ts";
import { dropToast, holdToast, useMessages } from "../message.ts";
import type { Level, Toast } from "../message.ts";

const icons: Record<Level, typeof Info> = { success: CircleCheck, info: Info, warning: TriangleAlert, error: CircleAlert };

/** Messages 20 px from the top, above dialogs too; spoken politely, errors at once. */
export function Toasts() {
  const toasts = useMessages((state) => state.toasts);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const layer = ref.current!;
    if (layer.matches(":popover-open")) layer.hidePopover();
    if (toasts.length > 0) layer.showPopover();
  }, [toasts]);
  const errors = toasts.filter((toast) => toast.level === "error");
  const others = toasts.filter((toast) => toast.level !== "error");
  return (
    <div ref={ref} className="s-toasts" popover="manual">
      <div role="status" aria-live="polite">
        {others.map((toast) => (
          <OneToast key={toast.id} toast={toast} />
        ))}
      </div>
      <div role="alert" aria-live="assertive">
        {errors.map((toast) => (
          <OneToast key={toast.id} toast={toast} />
        ))}
      </div>
    </div>
  );
}

function OneToast({ toast }: { readonly toast: Toast }) {
  const t = useText();
  const Icon = icons[toast.level];
  const copy = (): void => {
    void navigator.clipboard?.writeText(`${toast.text} ${toast.details}`);
    dropToast(toast.id);
  };
  return (
    <div
      className="s-toast"
      data-level={toast.level}
      onPointerEnter={() => holdToast(toast.id, true)}
      onPointerLeave={() => holdToast(toast.id, false)}
    >
      <Icon size={16} aria-hidden />
      <span>{toast.text}</span>
      {toast.count > 1 ? <span className="s-badge">{toast.count}</span> : null}
      <FixLink fix={toast.fix} className="" before={() => dropToast(toast.id)} />
      {toast.details === null ? null : (
        <button type="button" onClick={copy}>
          {t(["复制详情", "Copy details"])}
        </button>
      )}
    </div>
  );
}
