import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable } from "@tiptap/pm/tables";
import type { Command } from "@tiptap/pm/state";
import { useEditorState } from "@tiptap/react";
import type { Editor } from "@tiptap/react";
import { Button, Input, Popover } from "antd";
import {
  Bold,
  Heading2,
  Heading3,
  ImageIcon,
  Italic,
  Link2,
  List,
  ListOrdered,
  Quote,
  Redo2,
  Strikethrough,
  Table2,
  Underline,
  Undo2,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useState } from "react";
import type { KeyboardEvent } from "react";
import { idsOf } from "../../../file.ts";
import type { Text } from "../../../text.ts";
import { listFiles } from "../../file/transfer.ts";
import { useText } from "../../language.ts";
import { PanelState } from "../document/PanelState.tsx";
import { useLoad } from "../document/useLoad.ts";
import { newTable } from "./richNodes.ts";

interface Tool {
  readonly key: string;
  readonly name: Text;
  readonly icon: LucideIcon;
  /** Is it in force where the cursor stands? */
  on?(editor: Editor): boolean;
  press(editor: Editor): void;
}

const mark = (key: string, name: Text, icon: LucideIcon, press: Tool["press"], attributes?: object): Tool => ({
  key,
  name,
  icon,
  press,
  on: (editor) => editor.isActive(attributes ? "heading" : key, attributes),
});

const groups: readonly (readonly Tool[])[] = [
  [
    { key: "undo", name: ["撤销", "Undo"], icon: Undo2, press: (e) => e.chain().focus().undo().run() },
    { key: "redo", name: ["重做", "Redo"], icon: Redo2, press: (e) => e.chain().focus().redo().run() },
  ],
  [
    mark("h2", ["标题", "Heading"], Heading2, (e) => e.chain().focus().toggleHeading({ level: 2 }).run(), { level: 2 }),
    mark("h3", ["小标题", "Subheading"], Heading3, (e) => e.chain().focus().toggleHeading({ level: 3 }).run(), { level: 3 }),
  ],
  [
    mark("bold", ["加粗", "Bold"], Bold, (e) => e.chain().focus().toggleBold().run()),
    mark("italic", ["斜体", "Italic"], Italic, (e) => e.chain().focus().toggleItalic().run()),
    mark("underline", ["下划线", "Underline"], Underline, (e) => e.chain().focus().toggleUnderline().run()),
    mark("strike", ["删除线", "Strike through"], Strikethrough, (e) => e.chain().focus().toggleStrike().run()),
  ],
  [
    mark("bulletList", ["项目列表", "Bullets"], List, (e) => e.chain().focus().toggleBulletList().run()),
    mark("orderedList", ["编号列表", "Numbers"], ListOrdered, (e) => e.chain().focus().toggleOrderedList().run()),
    mark("blockquote", ["引用", "Quote"], Quote, (e) => e.chain().focus().toggleBlockquote().run()),
  ],
  [
    {
      key: "table",
      name: ["表格", "Table"],
      icon: Table2,
      on: (e) => e.isActive("table"),
      press: (e) => void (e.isActive("table") || e.chain().focus().insertContent(newTable(3, 3)).run()),
    },
  ],
];

const inTable: readonly (readonly [key: string, name: Text, command: Command])[] = [
  ["row", ["加行", "Add row"], addRowAfter],
  ["column", ["加列", "Add column"], addColumnAfter],
  ["noRow", ["删行", "Delete row"], deleteRow],
  ["noColumn", ["删列", "Delete column"], deleteColumn],
  ["noTable", ["删表", "Delete table"], deleteTable],
];

const every = groups.flat();

/** Arrow keys walk the buttons; one of them is in the tab order. */
function walk(event: KeyboardEvent<HTMLDivElement>): void {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>(":scope > span > button")];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  if (by === undefined || at < 0) return;
  event.preventDefault();
  buttons[(at + by + buttons.length) % buttons.length]!.focus();
}

/** The strip over the editor. */
export function RichTools({ editor, files }: { readonly editor: Editor; readonly files: unknown }) {
  const say = useText();
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      now.isDestroyed ? [] : [...every.filter((tool) => tool.on?.(now)).map((tool) => tool.key), ...(now.isActive("link") ? ["link"] : [])],
  });
  const run = (command: Command): void => {
    command(editor.state, editor.view.dispatch);
    editor.commands.focus();
  };
  return (
    <div className="pg-rich-tools" role="toolbar" aria-label={say(["文字格式", "Formatting"])} onKeyDown={walk}>
      {groups.map((tools, at) => (
        <span key={tools[0]!.key}>
          {tools.map((tool, place) => (
            <ToolButton
              key={tool.key}
              tool={tool}
              on={active.includes(tool.key)}
              first={at + place === 0}
              press={() => tool.press(editor)}
            />
          ))}
          {at === groups.length - 1 ? (
            <>
              <LinkButton editor={editor} on={active.includes("link")} />
              {files === undefined ? null : <PictureButton editor={editor} files={files} />}
            </>
          ) : null}
        </span>
      ))}
      {active.includes("table") ? (
        <span className="pg-rich-table">
          {inTable.map(([key, name, command]) => (
            <button key={key} type="button" tabIndex={-1} onMouseDown={(e) => e.preventDefault()} onClick={() => run(command)}>
              {say(name)}
            </button>
          ))}
        </span>
      ) : null}
    </div>
  );
}

interface ButtonProps {
  readonly tool: Pick<Tool, "name" | "icon">;
  readonly on: boolean;
  readonly first?: boolean;
  press?(): void;
}

function ToolButton({ tool, on, first, press, ...rest }: ButtonProps) {
  const say = useText();
  const Icon = tool.icon;
  return (
    <button
      {...rest}
      type="button"
      tabIndex={first ? 0 : -1}
      aria-label={say(tool.name)}
      aria-pressed={on}
      title={say(tool.name)}
      onMouseDown={(event) => event.preventDefault()}
      {...(press ? { onClick: press } : {})}
    >
      <Icon size={15} aria-hidden />
    </button>
  );
}

const address = /^(https?:\/\/\S+|mailto:\S+|\/main\/\S+)$/i;

function LinkButton({ editor, on }: { readonly editor: Editor; readonly on: boolean }) {
  const say = useText();
  const [open, setOpen] = useState(false);
  const [href, setHref] = useState("");
  const bad = href !== "" && !address.test(href);
  const turn = (next: boolean): void => {
    if (next) setHref(String(editor.getAttributes("link")["href"] ?? ""));
    setOpen(next);
  };
  const put = (): void => {
    if (bad) return;
    const at = editor.chain().focus().extendMarkRange("link");
    if (href === "") at.unsetLink().run();
    else if (editor.state.selection.empty && !on)
      at.insertContent({ type: "text", text: href, marks: [{ type: "link", attrs: { href } }] }).run();
    else at.setLink({ href }).run();
    setOpen(false);
  };
  return (
    <Popover
      trigger="click"
      open={open}
      onOpenChange={turn}
      placement="bottomLeft"
      content={
        <div className="pg-rich-link">
          <Input
            autoFocus
            value={href}
            status={bad ? "error" : ""}
            placeholder="https://"
            aria-label={say(["链接地址", "Address of the link"])}
            onChange={(event) => setHref(event.target.value.trim())}
            onPressEnter={(event) => (event.preventDefault(), put())}
          />
          <Button type="primary" disabled={bad} onClick={put}>
            {href === "" && on ? say(["去掉链接", "Remove"]) : say(["确定", "OK"])}
          </Button>
        </div>
      }
    >
      <span className="pg-rich-hold">
        <ToolButton tool={{ name: ["链接", "Link"], icon: Link2 }} on={on} press={() => turn(!open)} />
      </span>
    </Popover>
  );
}

function PictureButton({ editor, files }: { readonly editor: Editor; readonly files: unknown }) {
  const [open, setOpen] = useState(false);
  const put = (file: string, alt: string): void => {
    editor.chain().focus().insertContent({ type: "picture", attrs: { file, alt } }).run();
    setOpen(false);
  };
  return (
    <Popover trigger="click" open={open} onOpenChange={setOpen} placement="bottomLeft" content={<Pictures files={files} put={put} />}>
      <span className="pg-rich-hold">
        <ToolButton tool={{ name: ["图片", "Picture"], icon: ImageIcon }} on={false} press={() => setOpen(!open)} />
      </span>
    </Popover>
  );
}

/** The pictures among the record's attachments. */
function Pictures({ files, put }: { readonly files: unknown; put(file: string, alt: string): void }) {
  const say = useText();
  const ids = idsOf(typeof files === "string" ? files : "");
  const load = useLoad(ids.join(), async () =>
    ids.length === 0 ? [] : (await listFiles(ids)).files.filter((file) => /\.(png|jpe?g|gif|webp|bmp)$/i.test(file.originalFileName)),
  );
  return (
    <div className="pg-rich-pictures">
      <PanelState
        load={load}
        isEmpty={(list) => list.length === 0}
        empty={say([
          "附件里还没有图片。请先在附件中上传，再插入到这里。",
          "No pictures among the attachments yet. Upload one there, then insert it here.",
        ])}
      >
        {(list) => (
          <ul>
            {list.map((file) => (
              <li key={file.id}>
                <button type="button" onClick={() => put(file.id, file.originalFileName.replace(/\.\w+$/, ""))}>
                  <ImageIcon size={14} aria-hidden /> {file.originalFileName}
                </button>
              </li>
            ))}
          </ul>
        )}
      </PanelState>
    </div>
  );
}
