import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { declaredPlugin } from "./kernel/web/page/declared-plugin.ts";
import { pagesPlugin } from "./kernel/web/pages-plugin.ts";

/** The browser build: a light sign-in page first, everything else in chunks on demand, nothing inline (the page's security policy forbids it). */
export default defineConfig({
  plugins: [react(), pagesPlugin(), declaredPlugin()],
  publicDir: false,
  build: {
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
  },
  server: {
    proxy: { "/api": { target: process.env["SRM_SERVER"] ?? "http://127.0.0.1:8080", ws: true } },
  },
});
