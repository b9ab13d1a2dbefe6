" MilkShape 3D models in Vim with ALE (https://github.com/dense-analysis/ale). Source this file from your vimrc.

" The program. Arguments such as --target=stepmania come after `lsp` below.
let g:ms3dlint_executable = get(g:, 'ms3dlint_executable', 'ms3dlint')

augroup ms3dlint
  autocmd!
  " The parts of a model that is in several files begin with a block.
  autocmd BufReadPost,BufNewFile *.txt if getline(nextnonblank(1)) =~# 'MilkShape 3D ASCII\|^\s*\(Frames\|Meshes\|Materials\|Bones\): *[0-9]' |
    \ setlocal filetype=ms3d | endif
augroup END

function! Ms3dlintRoot(buffer) abort
  return fnamemodify(bufname(a:buffer), ':p:h')
endfunction

call ale#linter#Define('ms3d', {
\   'name': 'ms3dlint',
\   'lsp': 'stdio',
\   'executable': g:ms3dlint_executable,
\   'command': '%e lsp',
\   'project_root': function('Ms3dlintRoot'),
\})
