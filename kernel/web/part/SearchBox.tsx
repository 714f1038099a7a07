import { Input } from "antd";
import { Search } from "lucide-react";

/** A box that narrows what is on the page as one types. */
export function SearchBox({ text, label, change }: { readonly text: string; readonly label: string; change(text: string): void }) {
  return (
    <Input
      prefix={<Search size={14} aria-hidden />}
      allowClear
      value={text}
      placeholder={label}
      aria-label={label}
      onChange={(event) => change(event.target.value)}
    />
  );
}
