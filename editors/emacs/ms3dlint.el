;;; ms3dlint.el --- MilkShape 3D models with eglot  -*- lexical-binding: t -*-

;; Put this into your init file, or load it from there. Emacs 29 has eglot; before, install it from ELPA.

(require 'eglot)

(define-derived-mode ms3d-mode text-mode "MS3D"
  "A mode for MilkShape 3D ASCII models."
  (setq-local comment-start "// ")
  (setq-local truncate-lines t))

;; Files of text that begin as models do, or as parts of models.
(add-to-list 'magic-mode-alist
             '("[ \t\r\n]*\\(// MilkShape 3D ASCII\\|\\(Frames\\|Meshes\\|Materials\\|Bones\\): *[0-9]\\)" . ms3d-mode))

;; Arguments such as "--target=stepmania" come after "lsp".
(add-to-list 'eglot-server-programs '(ms3d-mode . ("ms3dlint" "lsp")))
(add-hook 'ms3d-mode-hook #'eglot-ensure)

(provide 'ms3dlint)
;;; ms3dlint.el ends here
