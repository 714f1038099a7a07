import { EditorContent, useEditor, useEditorState } from "@tiptap/react";
import type { Editor } from "@tiptap/react";
import { StarterKit } from "@tiptap/starter-kit";
import { useEffect, useRef } from "react";
import { cleanRichText, isBlankRichText } from "../../../rich-text.ts";
import { useText } from "../../language.ts";
import type { RichInputProps } from "./RichInput.tsx";
import { richNodes } from "./richNodes.ts";
import { RichTools } from "./RichTools.tsx";

const most = 200_000;

const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    codeBlock: false,
    link: {
      openOnClick: false,
      autolink: true,
      defaultProtocol: "https",
      HTMLAttributes: { target: "_blank", rel: "noopener noreferrer" },
    },
  }),
  ...richNodes,
];

const htmlOf = (editor: Editor): string | null => {
  const html = cleanRichText(editor.getHTML());
  return isBlankRichText(html) ? null : html;
};

/** The editor of formatted text: what is typed or pasted keeps the plain formatting and nothing else. */
export function RichEditor({ field, row, id, value, label, describedBy, bad, change }: RichInputProps) {
  const say = useText();
  const html = typeof value === "string" ? value : "";
  const latest = useRef({ change, told: html });
  latest.current.change = change;
  const editor = useEditor({
    extensions,
    content: html,
    immediatelyRender: true,
    editorProps: {
      attributes: {
        class: "pg-rich-text pg-html",
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": label,
        ...(id ? { id } : {}),
        ...(describedBy ? { "aria-describedby": describedBy } : {}),
        ...(bad ? { "aria-invalid": "true" } : {}),
      },
      transformPastedHTML: cleanRichText,
    },
    onUpdate: ({ editor: now }) => {
      const next = htmlOf(now);
      latest.current.told = next ?? "";
      latest.current.change(next);
    },
  });
  // a document that was taken back or reloaded brings another text; what was just typed comes back as it left
  useEffect(() => {
    if (html === latest.current.told || editor.isDestroyed) return;
    latest.current.told = html;
    editor.commands.setContent(html, { emitUpdate: false });
  }, [editor, html]);
  // A page that is left takes its editor down before the last question about it is answered.
  const length = useEditorState({ editor, selector: ({ editor: now }) => (now.isDestroyed ? 0 : now.getHTML().length) });
  const limit = field.max ?? most;
  return (
    <div className="pg-rich" data-bad={bad || undefined}>
      <RichTools editor={editor} files={field.pictures ? row[field.pictures] : undefined} />
      <EditorContent editor={editor} />
      {length > limit * 0.8 ? (
        <p className="pg-rich-count" role="status" data-over={length > limit}>
          {say([`含格式 ${length} / ${limit} 字`, `${length} / ${limit} characters with formatting`])}
        </p>
      ) : null}
    </div>
  );
}
