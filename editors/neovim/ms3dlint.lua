-- Starts `ms3dlint lsp` for ASCII models, in Neovim 0.7 or later. Copy this file to ~/.config/nvim/plugin/.

-- The program, with arguments such as '--target=stepmania'.
local command = { 'ms3dlint', 'lsp' }

-- Keys that Neovim has for this from 0.11 on, and two more: grf formats, and Ctrl-X Ctrl-O completes.
local function set_keys(buffer)
  local function map(keys, action)
    vim.keymap.set('n', keys, action, { buffer = buffer })
  end
  map('K', vim.lsp.buf.hover)
  map('gd', vim.lsp.buf.definition)
  map('gra', vim.lsp.buf.code_action)
  map('grn', vim.lsp.buf.rename)
  map('grr', vim.lsp.buf.references)
  map('gO', vim.lsp.buf.document_symbol)
  map('grf', function()
    if vim.lsp.buf.format then
      vim.lsp.buf.format()
    else
      vim.lsp.buf.formatting_sync()
    end
  end)
  map(']d', function() vim.diagnostic.goto_next() end)
  map('[d', function() vim.diagnostic.goto_prev() end)
  vim.bo[buffer].omnifunc = 'v:lua.vim.lsp.omnifunc'
end

-- Whether the text is a model, or a part of one.
local function is_model(buffer)
  for _, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, 20, false)) do
    if line:find('MilkShape 3D ASCII', 1, true) then return true end
    for _, block in ipairs({ 'Frames', 'Meshes', 'Materials', 'Bones' }) do
      if line:find('^%s*' .. block .. ':%s*%d') then return true end
    end
  end
  return false
end

local client -- of Neovim 0.7, which has no vim.lsp.start

local function start(buffer)
  local config = {
    name = 'ms3dlint',
    cmd = command,
    root_dir = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ':p:h'),
    on_attach = function(_, attached) set_keys(attached) end,
  }
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
  else
    client = client or vim.lsp.start_client(config)
    vim.lsp.buf_attach_client(buffer, client)
  end
end

vim.api.nvim_create_autocmd({ 'BufReadPost', 'BufNewFile' }, {
  pattern = '*.txt',
  callback = function(event)
    if is_model(event.buf) then start(event.buf) end
  end,
})
