import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { declaredPlugin } from "../../../kernel/web/page/declared-plugin.ts";
import { pagesPlugin } from "../../../kernel/web/pages-plugin.ts";

/** The product's own pages with the trial's declarations beside them. */
export default defineConfig({
  root: join(import.meta.dirname, "..", "..", ".."),
  plugins: [react(), pagesPlugin(), declaredPlugin(["tests/support/trial"])],
  publicDir: false,
  logLevel: "error",
  build: {
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
    emptyOutDir: true,
    minify: false,
  },
});
