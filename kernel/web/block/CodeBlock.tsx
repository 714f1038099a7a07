import { Button } from "antd";
import { Copy } from "lucide-react";
import { useText } from "../language.ts";
import { toast } from "../message.ts";

const textOf = (value: unknown): string => {
  if (typeof value !== "string") return JSON.stringify(value, null, 2);
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return value;
  }
};

/** A message between systems as it is, with a button that copies it. Nothing is drawn where there is none. */
export function CodeBlock({ label, value }: { readonly label: string; readonly value: unknown }) {
  const say = useText();
  if (value === null || value === undefined || value === "") return null;
  const text = textOf(value);
  return (
    <section className="pc-section" aria-label={label}>
      <h3 className="pg-h3">
        {label}
        <Button
          className="pg-h3-end"
          size="small"
          icon={<Copy size={13} />}
          onClick={() => void navigator.clipboard.writeText(text).then(() => toast.success(["已复制", "Copied"]))}
        >
          {say(["复制", "Copy"])}
        </Button>
      </h3>
      <pre className="bk-code" tabIndex={0} aria-label={label}>
        {text}
      </pre>
    </section>
  );
}
